// Programs that nobody here wrote talk to a runtime: `ws` and `eventsource` from npm.
//	node scenarios.mjs HOST_PROGRAM FOLDER
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import WebSocket from 'ws';
import { check, Client, equal, Events, Host, members, run, test, within, worlds } from './kit.mjs';

const [program, folder] = process.argv.slice(2);

// The message of the spec, letter by letter.
const SPAWN = {
	type: 'agent_spawn_request',
	agent_config: {
		name: 'Assistant',
		role: 'helper',
		cli_backend: 'claude',
		initial_position: { x: 10, y: 10 },
	},
};

// The same of somebody who thinks without that program.
const THINKER = { ...SPAWN, agent_config: { ...SPAWN.agent_config, cli_backend: 'offline' } };

const with_host = worlds(program, folder);

// What a game shows: a body and a bubble for each agent, moved by the messages alone.
class Office {
	bodies = new Map();
	shown = []; // each body as it was after a change of its state

	constructor(inbox) {
		inbox.find((message) => {
			this.show(message);
			return false;
		}, 'ever').catch(() => {});
	}

	show(message) {
		const body = this.bodies.get(message.agent_id) ?? {};
		if (message.type === 'agent_state_update') {
			const changed = { ...body, ...members(message, 'agent_id', 'state', 'position', 'current_task') };
			this.bodies.set(message.agent_id, changed);
			this.shown.push(changed);
		} else if (message.type === 'agent_speech') {
			this.bodies.set(message.agent_id, { ...body, bubble: message.content });
		}
	}
}

test('spec:000.6.1 an agent is spawned by a WebSocket message', () => with_host([], async (host) => {
	const client = await Client.connect(host);
	client.send(SPAWN);
	// AND: Godot receives confirmation with agent_id.
	const reply = await client.of_type('request_completed');
	equal(reply.ok, true, 'the answer');
	equal(reply.result.agent_id, 'agent_001', 'the id');
	// THEN: AgentRuntime spawns the agent, as it was asked to.
	const spawned = await client.of_type('agent_spawned');
	equal(spawned.agent_id, 'agent_001', 'who was spawned');
	equal(spawned.position, { x: 10, y: 10 }, 'where');
	const { result } = await client.ask({ type: 'agents_request' });
	equal(result.agents.length, 1, 'how many agents there are');
	equal(result.agents[0].name, 'Assistant', 'its name');
	equal(result.agents[0].role, 'helper', 'its role');
	equal(result.agents[0].pending, false, 'whether it is still to live');
	await client.close();
}));

test('spec:000.6.2 a change of state is broadcast to all clients', () => with_host([], async (host) => {
	const clients = [await Client.connect(host), await Client.connect(host), new Events(host)];
	await clients[2].of_type('hello');
	const offices = clients.map((client) => new Office(client));
	const asks = clients[0];
	// Until it was spoken to, nothing happens: it would begin to work by itself.
	await asks.ask({ type: 'world_pause_request', paused: true });
	await asks.ask({ ...THINKER, agent_config: { ...THINKER.agent_config, initial_position: { x: 12, y: 8 } } });
	const agent_id = 'agent_001';
	equal((await asks.ask({ type: 'task_assign_request', agent_id, task_name: 'analyzing data' })).ok, true, 'the task');
	await asks.ask({ type: 'send_message_request', to: agent_id, content: 'What do you do?' });
	await asks.ask({ type: 'world_pause_request', paused: false });
	// WHEN: these are its states, one after the other.
	const states = ['listening', 'thinking', 'speaking', 'idle'];
	const wanted = states.map((state) => ({ type: 'agent_state_update', agent_id, state,
		position: { x: 12, y: 8 }, current_task: 'analyzing data' }));
	const updates = async (client) => {
		await client.of_type('agent_state_update', ({ state }) => state === 'idle');
		return client.messages.filter(({ type }) => type === 'agent_state_update').slice(0, states.length);
	};
	// AND: the message reaches all connected clients, and those that come later and want the past.
	const late = [await Client.connect(host, { since: '0' }), new Events(host, { since: '0' })];
	for (const [i, client] of [...clients, ...late].entries()) {
		const got = await updates(client);
		// THEN: a message of this shape.
		equal(got.map((update) => members(update, ...Object.keys(wanted[0]))), wanted, `what client ${i} is told`);
		equal(got.map(({ id }) => id), (await updates(asks)).map(({ id }) => id), `the ids for client ${i}`);
	}
	// AND: the picture follows: nothing but the messages moved these bodies.
	const speech = await asks.of_type('agent_speech', (message) => message.agent_id === agent_id);
	for (const office of offices) {
		const bodies = office.shown.slice(0, states.length);
		equal(bodies.map(({ state, position, current_task }) => ({ state, position, current_task })),
			wanted.map((update) => members(update, 'state', 'position', 'current_task')), 'the body');
		equal(bodies.at(-1).bubble, speech.content, 'the bubble at the end');
	}
	clients[2].close();
	late[1].close();
}));

test('spec:000.6.3 what an agent says is broadcast with all who hear it', () => with_host(['Bob'], async (host) => {
	const clients = [await Client.connect(host), await Client.connect(host)];
	const offices = clients.map((client) => new Office(client));
	const { result } = await clients[0].ask({ ...THINKER,
		agent_config: { ...THINKER.agent_config, initial_position: { x: 0, y: 0 } } });
	await clients[0].ask({ type: 'send_message_request', to: result.agent_id, content: 'Are you done?' });
	for (const [i, client] of clients.entries()) {
		// THEN: an agent_speech message with who, what, and the recipients.
		const speech = await client.of_type('agent_speech',
			(message) => message.agent_id === result.agent_id && message.to === 'player_0');
		check(speech.content.length > 0, 'it says something');
		check(speech.recipients.includes('player_0'), `the player hears it: ${speech.recipients}`);
		check(speech.recipients.includes('agent_001'), `Bob hears it: ${speech.recipients}`);
		// AND: the bubble shows it.
		equal(offices[i].bodies.get(result.agent_id).bubble, speech.content, 'the bubble');
	}
}));

test('a browser that is cut off again and again holds what the log holds', async () => {
	const database = join(mkdtempSync(join(folder, 'peers-')), 'world.db');
	let host = await Host.start(program, database, 0, ['Ada', 'Bob']);
	const { port, token } = host;
	const events = new Events(host, { since: '0' });
	for (let round = 1; round <= 5; round++) {
		const client = await Client.connect(host);
		await client.ask({ type: 'send_message_request', to: 'agent_001', content: `Round ${round}` });
		await events.of_type('agent_speech', ({ content }) => content === `Round ${round}`);
		await host.kill();
		host = await Host.start(program, database, port, ['Ada', 'Bob']);
		equal(host.token, token, 'the token after a restart');
	}
	const client = await Client.connect(host);
	const { result } = await client.ask({ type: 'events_request', limit: 10000 });
	await events.find(({ id }) => id === result.cursor, 'the newest event');
	const held = events.logged().filter(({ id }) => id <= result.cursor);
	equal(held, result.events, 'what the browser holds');
	check(!events.messages.some(({ type }) => type === 'gap'), 'it had no gap');
	events.close();
	equal(await host.stop(), 0, 'how the host ended');
});

test('a WebSocket that comes back with since gets exactly what it missed', () => with_host(['Ada'], async (host) => {
	const first = await Client.connect(host, { since: '0' });
	const { epoch } = await first.of_type('hello');
	const { id } = await first.of_type('agent_state_update');
	await first.close();
	const second = await Client.connect(host, { since: `${epoch}-${id}` });
	const next = await second.find((message) => message.id !== undefined, 'the next event');
	equal(next.id, id + 1, 'the first event after the cursor');
}));

test('a client that asks for one agent gets what that one does, live and from the log', () => with_host(['Ada', 'Bob'], async (host) => {
	const asks = await Client.connect(host);
	const { result: { agents } } = await asks.ask({ type: 'agents_request', name: 'Bob' });
	const entity = agents[0].agent_id;
	const live = [new Events(host, { entity }), await Client.connect(host, { entity })];
	await live[0].of_type('hello');
	await live[1].of_type('hello');
	for (const to of ['agent_001', 'agent_002']) {
		await asks.ask({ type: 'send_message_request', to, content: `Hello ${to}!` });
	}
	const late = new Events(host, { entity, since: '0' });
	for (const client of [...live, late]) {
		await client.of_type('agent_speech');
		const others = client.messages.filter((message) => message.id !== undefined && message.agent_id !== entity);
		equal(others, [], 'what came of others');
	}
	const { result } = await asks.ask({ type: 'events_request', entity, limit: 10000 });
	await late.find(({ id }) => id >= result.events.at(-1).id, 'the newest event');
	equal(late.logged().slice(0, result.events.length), result.events, 'what the log holds of one agent');
	live[0].close();
	late.close();
}));

test('a client that comes back with a time gets what has happened since', () => with_host(['Ada'], async (host) => {
	const asks = await Client.connect(host);
	await asks.ask({ type: 'send_message_request', to: 'agent_001', content: 'Before.' });
	const { ts: since } = await asks.of_type('agent_speech', ({ agent_id }) => agent_id === 'agent_001');
	await asks.ask({ type: 'send_message_request', to: 'agent_001', content: 'After.' });
	await asks.of_type('agent_speech', ({ content }) => content === 'After.');
	const { result } = await asks.ask({ type: 'events_request', limit: 10000 });
	for (const client of [new Events(host, { since }), await Client.connect(host, { since })]) {
		await client.find(({ id }) => id === result.cursor, 'the newest event');
		const held = client.messages.filter(({ id }) => id !== undefined && id <= result.cursor);
		check(held.every(({ ts }) => ts >= since), 'nothing older came');
		const missed = result.events.filter(({ ts }) => ts > since);
		check(missed.length > 0 && missed.every(({ id }) => held.some((event) => event.id === id)),
			`all that is newer came: ${held.map(({ id }) => id)} of ${missed.map(({ id }) => id)}`);
		client.source?.close();
	}
}));

test('who has no token, or comes from a foreign page, is not let in', () => with_host([], async (host) => {
	const refused = async (token, options) => {
		const url = `ws://127.0.0.1:${host.port}/ws?token=${token}`;
		const [, response] = await within(
			once(new WebSocket(url, options), 'unexpected-response'), 'the refusal');
		return response.statusCode;
	};
	equal(await refused('wrong'), 401, 'a wrong token');
	equal(await refused(host.token, { origin: 'http://evil.example' }), 403, 'a foreign page');
	equal(await refused(host.token, { headers: { Host: 'evil.example' } }), 403, 'a rebound name');
	const events = new Events({ url: () => `http://127.0.0.1:${host.port}/events` });
	equal((await events.of_type('error')).code, 401, 'an event source without a token');
	events.close();
	const health = await fetch(`http://127.0.0.1:${host.port}/health`);
	equal((await health.json()).ok, true, 'health, which needs none');
}));

test('bad input is answered by the name of its field, and nothing changes', () => with_host([], async (host) => {
	const client = await Client.connect(host);
	const config = (agent_config) => ({ type: 'agent_spawn_request', agent_config });
	const cases = [
		[{ type: 'agent_spawn_reqest' }, 'type'],
		[config({ naem: 'Ada' }), 'agent_config.naem'],
		[config({ name: 7 }), 'agent_config.name'],
		[config({ name: 'x'.repeat(1_000_000) }), 'agent_config.name'],
		[config({ initial_position: { x: 1e300, y: 0 } }), 'agent_config.initial_position.x'],
		[config({ initial_position: { x: null, y: 0 } }), 'agent_config.initial_position.x'],
		[{ type: 'send_message_request' }, 'content'],
	];
	for (const [request, field] of cases) {
		const { ok, error } = await client.ask(request);
		equal(ok, false, `the answer about ${field}`);
		equal(error.field, field, 'the field that it names');
	}
	const unreadable = ['{', 'no JSON', '['.repeat(10_000), Buffer.from([0x22, 0xff, 0x22])];
	for (const text of unreadable) {
		client.socket.send(text);
	}
	await client.of_type('request_completed', ({ request_id }) => request_id === `request_${cases.length + unreadable.length}`);
	equal((await client.ask({ type: 'agents_request' })).result.agents, [], 'the agents');
	client.socket.send('x'.repeat(1_048_577));
	const [code] = await within(client.closed, 'the end');
	equal(code, 1009, 'the code for a message that is too big');
}));

test('bad input over HTTP is refused by the name of its field, and the next is served', () => with_host([], async (host) => {
	const fails = async (path, parameters, status, field, options) => {
		const response = await fetch(host.url('http', path, parameters), options);
		equal(response.status, status, `the answer about ${field}`);
		equal((await response.json()).error.field, field, 'the field that it names');
	};
	await fails('/events', { since: 'NaN' }, 400, 'since');
	await fails('/events', { since: '-1' }, 400, 'since');
	await fails('/events', { since: '9'.repeat(400) }, 400, 'since');
	await fails('/events', { since: '9223372036854775807' }, 400, 'since');
	await fails('/events', {}, 400, 'Last-Event-ID', { headers: { 'Last-Event-ID': '9223372036854775807' } });
	await fails('/events', { entity: 'a b' }, 400, 'entity');
	await fails('/events', { entity: '\u0000' }, 400, 'entity');
	await fails('/events', { entity: 'x'.repeat(5_000) }, 400, 'entity');
	await fails('/events', { sinse: '1' }, 400, 'sinse');
	await fails('/evens', {}, 404, 'path');
	await fails('/events', {}, 405, 'method', { method: 'POST', body: '['.repeat(10_000) });
	const bare = await fetch(`${host.url('http', '/events')}&entity=%FF%FE`);
	equal(bare.status, 400, 'the answer about bytes that are no UTF-8');
	const long = await fetch(host.url('http', '/events', { entity: 'x'.repeat(1_000_000) }));
	equal(long.status, 431, 'the answer about a name of 1 MB');
	const health = await fetch(host.url('http', '/health'));
	equal((await health.json()).ok, true, 'health');
}));

test('requests over HTTP are answered as over a WebSocket, and refused by their code', () => with_host(['Ada'], async (host) => {
	const client = await Client.connect(host);
	const ask = async (path, { parameters, body, headers = {}, method } = {}) => {
		const response = await fetch(host.url('http', path, parameters), {
			method: method ?? (body ? 'POST' : 'GET'),
			headers: body ? { 'Content-Type': 'application/json', ...headers } : headers,
			body: body && JSON.stringify(body),
		});
		return { status: response.status, headers: response.headers, answer: await response.json() };
	};
	const said = await ask('/requests', { body: { type: 'send_message_request', to: 'agent_001', content: 'Over HTTP' } });
	equal(said.status, 200, 'the status');
	equal(said.answer.ok, true, 'the answer');
	await client.of_type('agent_speech', ({ content }) => content === 'Over HTTP');
	const state = await ask('/agents/agent_001');
	equal(state.answer.name, 'Ada', 'the state of an agent');
	const { result } = await client.ask({ type: 'agents_request', name: 'Ada' });
	equal(Object.keys((await ask('/agents', { parameters: { name: 'Ada' } })).answer.agents[0]), Object.keys(result.agents[0]),
		'the members of one in a list');
	equal((await ask('/agents/agent_999')).status, 404, 'an agent that is not there');
	equal((await ask('/agents/agent_1')).status, 400, 'what is no id');
	equal((await ask('/agents', { parameters: { stat: 'idle' } })).answer.error.field, 'stat', 'the parameter that is none');
	equal((await ask('/requests', { body: {}, headers: { 'Content-Type': 'text/plain' } })).status, 415, 'what is not JSON');
	const deleted = await ask('/agents', { method: 'DELETE' });
	equal([deleted.status, deleted.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'], 'another method');
	const page = await ask('/events', { parameters: { since: 0, types: 'agent_spawned' }, headers: { Accept: 'application/json' } });
	equal(page.answer.events.map(({ type }) => type), ['agent_spawned'], 'a page of the log');
	const some = new Events(host, { since: 0, types: 'agent_spawned,agent_terminated' });
	await some.of_type('agent_spawned');
	await client.ask({ type: 'agent_terminate_request', agent_id: 'agent_001' });
	await some.of_type('agent_terminated');
	check(!some.messages.some(({ type }) => type === 'agent_speech'), 'no other types came');
	some.close();
}));

// A short conversation, as a page would ask for it.
const TALK = { type: 'startAutoMode', topic: 'Should bridges be free?', pause_ms: 0 };

test('auto mode is started, followed and stopped over a WebSocket', () => with_host([], async (host) => {
	const page = await Client.connect(host);
	const watchers = [await Client.connect(host), new Events(host)];
	await watchers[1].of_type('hello');
	const { ok, result } = await page.ask(TALK);
	equal(ok, true, 'the answer');
	equal(result.agents, ['agent_001', 'agent_002'], 'who takes part');
	const { conversation_id } = result;
	equal(conversation_id, 'conversation_001', 'its id');
	for (const client of [page, ...watchers]) {
		const started = await client.of_type('autoModeStarted');
		equal(started.topic, TALK.topic, 'the topic');
		equal(started.interaction_pattern, 'walk-to-agent', 'the pattern');
		equal(started.names.length, 2, 'the names');
		for (const turn of [1, 2, 3]) {
			const message = await client.of_type('agentMessage', (line) => line.turn === turn);
			equal(message.agent_id, turn % 2 === 1 ? 'agent_001' : 'agent_002', `who has turn ${turn}`);
			equal(message.conversation_id, conversation_id, 'in which conversation');
			check(message.text.length > 0, 'it says something');
			const change = await client.of_type('autoModeTurnChange', (each) => each.turn === turn);
			equal(change.agent_id, message.agent_id, 'whose turn was told');
		}
	}
	const listed = await page.ask({ type: 'auto_mode_request' });
	equal(listed.result.conversations[0].status, 'active', 'its status');
	equal((await page.ask({ type: 'stopAutoMode', conversation_id })).ok, true, 'the stop');
	for (const client of [page, ...watchers]) {
		const ended = await client.of_type('autoModeEnded');
		equal(ended.reason, 'stopped', 'why it ended');
		equal(ended.conversation_id, conversation_id, 'which ended');
	}
	equal((await page.ask({ type: 'auto_mode_request' })).result.conversations[0].status, 'ended', 'its status');
	// What comes later is seen later.
	await page.ask({ type: 'agent_spawn_request', agent_config: { name: 'Zoe' } });
	for (const client of [page, ...watchers]) {
		await client.of_type('agent_spawned', ({ name }) => name === 'Zoe');
		const ends = client.messages.filter(({ type }) => type === 'autoModeEnded');
		equal(ends.length, 1, 'how often it ended');
	}
	watchers[1].close();
}));

test('the keyword ends a conversation, and no client ever sees it', () => with_host([], async (host) => {
	const page = await Client.connect(host);
	await page.ask({ type: 'time_scale_request', scale: 100 });
	const { result } = await page.ask({ ...TALK, end_keyword: '<over>' });
	const ended = await page.of_type('autoModeEnded');
	equal(ended.reason, 'keyword', 'why it ended');
	const { result: transcript } = await page.ask({ type: 'auto_mode_transcript_request',
		conversation_id: result.conversation_id });
	equal(transcript.messages.length, ended.turns, 'how many lines there are');
	check(transcript.messages.length >= 8, 'it was a talk');
	check(transcript.markdown.startsWith('# Should bridges be free?\n'), 'it has a heading');
	const seen = JSON.stringify(page.messages.filter(({ type }) => type !== 'autoModeStarted'
		&& type !== 'request_completed'));
	check(!seen.includes('<over>'), 'the keyword is nowhere');
	check(!transcript.markdown.includes('over>'), 'nor in the transcript');
}));

test('what is wrong with a start is named, and nothing starts', () => with_host(['Ada'], async (host) => {
	const page = await Client.connect(host);
	const cases = [
		[{ agent_count: 1 }, 'agent_count'],
		[{ agent_count: 9 }, 'agent_count'],
		[{ duration_ms: 0 }, 'duration_ms'],
		[{ interaction_pattern: 'walk-to-moon' }, 'interaction_pattern'],
		[{ end_keyword: '' }, 'end_keyword'],
		[{ agents: 'agent_001' }, 'agents'],
	];
	for (const [wrong, field] of cases) {
		const { ok, error } = await page.ask({ ...TALK, ...wrong });
		equal(ok, false, `the answer about ${field}`);
		check(error.message.startsWith(`${field}: `), `it names ${field}: ${error.message}`);
	}
	const { error } = await page.ask({ ...TALK, agents: ['agent_001', 'agent_077'] });
	check(error.message.includes('agent_077'), `it names who is not there: ${error.message}`);
	equal((await page.ask({ type: 'auto_mode_request' })).result.conversations, [], 'what there is');
}));

test('a conversation outlives a kill: it is interrupted, can be read, and goes on', async () => {
	const database = join(mkdtempSync(join(folder, 'peers-')), 'world.db');
	const first = await Host.start(program, database);
	const page = await Client.connect(first);
	const { result: { conversation_id } } = await page.ask(TALK);
	await page.of_type('agentMessage', ({ turn }) => turn === 3);
	await first.kill();
	const host = await Host.start(program, database);
	const client = await Client.connect(host, { since: '0' });
	equal((await client.of_type('autoModeEnded')).reason, 'interrupted', 'how it ended');
	const said = client.messages.filter(({ type }) => type === 'agentMessage');
	const transcript = () => client.ask({ type: 'auto_mode_transcript_request', conversation_id });
	const { result } = await transcript();
	equal(result.messages.map(({ text }) => text), said.map(({ text }) => text), 'what was said');
	const turns = result.messages.length;
	check(turns >= 3, 'all that was shown is there');
	equal((await client.ask({ type: 'continueAutoMode', conversation_id })).ok, true, 'it goes on');
	const next = await client.of_type('agentMessage', ({ turn }) => turn === turns + 1);
	check(next.agent_id !== result.messages.at(-1).agent_id, 'with the next speaker');
	equal((await client.ask({ type: 'stopAutoMode' })).ok, true, 'the stop of all');
	await client.of_type('autoModeEnded', ({ reason }) => reason === 'stopped');
	equal(await host.stop(), 0, 'how the host ended');
});

test('a stop says goodbye to everybody', async () => {
	const host = await Host.start(program, join(mkdtempSync(join(folder, 'peers-')), 'world.db'));
	const client = await Client.connect(host);
	const events = new Events(host);
	await events.of_type('hello');
	equal(await host.stop(), 0, 'how the host ended');
	const [code] = await within(client.closed, 'the goodbye');
	equal(code, 1001, 'the code for going away');
	await events.of_type('error');
	events.close();
});

await run();
