// What happens to agents, as every program sees it that is connected: `ws` and `eventsource` watch
// while one of them asks.
//	node world_scenarios.mjs HOST_PROGRAM FOLDER
import { check, Client, equal, Events, members, run, test, worlds } from './kit.mjs';

const [program, folder] = process.argv.slice(2);
const with_host = worlds(program, folder);

// Who asks, and all who watch: the asker itself, another WebSocket, and an event stream.
async function watched(agents, body) {
	await with_host(agents, async (host) => {
		const asks = await Client.connect(host);
		const events = new Events(host);
		await events.of_type('hello');
		await body(asks, [asks, await Client.connect(host), events], host);
		events.close();
	});
}

async function spawn(asks, agent_config) {
	const { ok, result } = await asks.ask({ type: 'agent_spawn_request', agent_config });
	equal(ok, true, 'the spawn');
	return result.agent_id;
}

async function state_of(asks, agent_id) {
	return (await asks.ask({ type: 'agent_state_request', agent_id })).result;
}

// How often all have been told of this by now: what they are told next tells that they have.
async function times_told(asks, clients, type) {
	const name = `Witness ${++times_told.count}`;
	await spawn(asks, { name });
	const counts = [];
	for (const client of clients) {
		await client.of_type('agent_spawned', (message) => message.name === name);
		counts.push(client.messages.filter((message) => message.type === type).length);
	}
	return counts;
}
times_told.count = 0;

test('spec:000.1.2 the end of an agent is seen by all', () => watched(['Ada', 'Bob'], async (asks, clients) => {
	// WHEN: Godot requests termination.
	equal((await asks.ask({ type: 'agent_terminate_request', agent_id: 'agent_001' })).ok, true, 'the answer');
	// AND: message subscribers are notified of the removal.
	for (const client of clients) {
		const ended = await client.of_type('agent_terminated');
		equal(members(ended, 'agent_id', 'reason'), { agent_id: 'agent_001', reason: 'asked to' }, 'who ended');
	}
	equal(await times_told(asks, clients, 'agent_terminated'), [1, 1, 1], 'how often they are told');
	// THEN: the agent is no longer there, and the other one is.
	const { ok, error } = await asks.ask({ type: 'agent_state_request', agent_id: 'agent_001' });
	equal([ok, error.code], [false, 'not_found'], 'what is known of it');
	const { result } = await asks.ask({ type: 'agents_request' });
	equal(result.agents.map(({ name }) => name), ['Bob', 'Witness 1'], 'who is left');
}));

test('spec:000.1.3 what an agent does is told to who asks', () => watched([], async (asks, [, watcher]) => {
	await asks.ask({ type: 'world_pause_request', paused: true });
	const agent_id = await spawn(asks, { name: 'Ada', cli_backend: 'offline', initial_position: { x: 12, y: 8 } });
	await watcher.of_type('agent_spawned');
	const shape = ['agent_id', 'state', 'position', 'current_task'];
	const idle = { agent_id, state: 'idle', position: { x: 12, y: 8 }, current_task: '' };
	equal(members(await state_of(asks, agent_id), ...shape), idle, 'its state without a task');
	await asks.ask({ type: 'task_assign_request', agent_id, task_name: 'analyzing data' });
	const busy = { ...idle, current_task: 'analyzing data' };
	for (const state of ['listening', 'thinking']) {
		await watcher.of_type('agent_state_update', (update) => update.state === state);
		equal(members(await state_of(watcher, agent_id), ...shape), { ...busy, state }, 'its state with one');
		// Slowly, so that it still does what was told.
		await asks.ask({ type: 'time_scale_request', scale: 0.2 });
		await asks.ask({ type: 'world_pause_request', paused: false });
	}
	const { error } = await asks.ask({ type: 'agent_state_request', agent_id: 'agent_099' });
	equal(error.code, 'not_found', 'what is said of nobody');
}));

test('spec:000.5.2 a task is given, seen by all, and ended', () => watched(['Ada'], async (asks, clients) => {
	const agent_id = 'agent_001';
	const listed = async () => (await clients[1].ask({ type: 'tasks_request', agent_id })).result.tasks;
	const told = (client, wanted) => client.of_type('agent_task_changed', ({ status }) => status === wanted);
	await asks.ask({ type: 'world_pause_request', paused: true });
	// WHEN: a task is assigned.
	const { result } = await asks.ask({ type: 'task_assign_request', agent_id,
		task_name: 'analyzing data', description: 'All of it.' });
	const task = { task_id: 'task_001', task_name: 'analyzing data' };
	equal(result.task_id, task.task_id, 'its id');
	for (const client of clients) {
		equal(members(await told(client, 'assigned'), 'agent_id', 'task_id', 'task_name', 'status'),
			{ agent_id, ...task, status: 'assigned' }, 'what is told of it');
	}
	// THEN: it is recorded as assigned.
	equal((await listed()).map((each) => members(each, 'task_id', 'task_name', 'status')),
		[{ ...task, status: 'assigned' }], 'the list');
	// AND: when it is completed, so is its status, with the time.
	await asks.ask({ type: 'task_finish_request', ...members(task, 'task_id'), status: 'completed', result: '42' });
	for (const client of clients) {
		equal((await told(client, 'completed')).result, '42', 'what came of it');
	}
	const [done] = await listed();
	equal(members(done, 'task_id', 'status', 'result'), { task_id: 'task_001', status: 'completed', result: '42' },
		'the list at the end');
	check(Date.parse(done.completed_at) >= Date.parse(done.created_at), `it ended after it began: ${JSON.stringify(done)}`);
	equal((await state_of(asks, agent_id)).current_task, '', 'what it works at now');
}));

test('spec:000.3.2 who speaks does not move, and all are told of the refusal', () => watched([], async (asks, clients, host) => {
	const agent_id = await spawn(asks, { name: 'Ada', cli_backend: 'offline', initial_position: { x: 12, y: 8 } });
	await asks.ask({ type: 'send_message_request', to: agent_id, content: 'Tell me of the sea, at length.' });
	await asks.of_type('agent_state_update', ({ state }) => state === 'thinking');
	// It speaks for long enough to be asked meanwhile.
	await asks.ask({ type: 'time_scale_request', scale: 0.2 });
	await asks.of_type('agent_state_update', ({ state }) => state === 'speaking');
	const target = { x: 3, y: 4 };
	const { ok, error } = await asks.ask({ type: 'walk_request', agent_id, target });
	// THEN: it is refused.
	equal([ok, error?.code], [false, 'failed_precondition'], 'the answer');
	check(error.message.includes('speaking'), `it says why: ${error.message}`);
	// AND: everybody is told, and the log holds it.
	const wanted = { agent_id, state: 'speaking', wanted: 'move' };
	const late = await Client.connect(host, { since: '0' });
	for (const client of [...clients, late]) {
		const refused = await client.of_type('transition_refused');
		equal(members(refused, ...Object.keys(wanted)), wanted, 'what was refused');
		check(refused.reason.length > 0, 'it says why');
	}
	const { position } = await state_of(asks, agent_id);
	equal(position, { x: 12, y: 8 }, 'where it is');
	// Until it has returned to idle.
	await asks.ask({ type: 'time_scale_request', scale: 5 });
	await asks.of_type('agent_state_update', ({ state }) => state === 'idle');
	await asks.ask({ type: 'world_pause_request', paused: true });
	equal((await asks.ask({ type: 'walk_request', agent_id, target })).ok, true, 'the same later');
	equal((await clients[1].of_type('agent_moved')).position, target, 'where it is then');
}));

// A short conversation of two who are brought in for it.
const TALK = { type: 'startAutoMode', topic: 'Should bridges be free?', pause_ms: 0 };

test('spec:003.3.1 the end by the timer is seen by all', () => watched([], async (asks, clients) => {
	const { result: { conversation_id } } = await asks.ask({ ...TALK, duration_ms: 4000 });
	// WHEN, THEN: the timer reaches the duration, and autoModeEnded is broadcast, once.
	const ends = [];
	for (const client of clients) {
		ends.push(await client.of_type('autoModeEnded'));
		equal(members(ends.at(-1), 'conversation_id', 'reason'), { conversation_id, reason: 'timer' }, 'the end');
	}
	equal(await times_told(asks, clients, 'autoModeEnded'), [1, 1, 1], 'how often it ended');
	const listed = await asks.ask({ type: 'auto_mode_request' });
	equal(listed.result.conversations[0].status, 'ended', 'its status');
	// AND: they are idle again.
	for (const agent_id of ['agent_001', 'agent_002']) {
		const { state } = await state_of(asks, agent_id);
		if (state !== 'idle') {
			await asks.of_type('agent_state_update', (update) => update.id > ends[0].id
				&& update.agent_id === agent_id && update.state === 'idle');
		}
	}
}));

test('the loss of one of two ends a conversation, and all see both', () => watched([], async (asks, clients) => {
	const { result: { conversation_id } } = await asks.ask(TALK);
	await asks.of_type('agentMessage', ({ turn }) => turn === 1);
	equal((await asks.ask({ type: 'agent_terminate_request', agent_id: 'agent_002' })).ok, true, 'the answer');
	for (const client of clients) {
		equal((await client.of_type('agent_terminated')).agent_id, 'agent_002', 'who was lost');
		equal(members(await client.of_type('autoModeEnded'), 'conversation_id', 'reason'),
			{ conversation_id, reason: 'agent_lost' }, 'the end');
	}
	equal(await times_told(asks, clients, 'autoModeEnded'), [1, 1, 1], 'how often it ended');
	equal((await asks.ask({ type: 'auto_mode_request' })).result.conversations[0].status, 'ended', 'its status');
}));

await run();
