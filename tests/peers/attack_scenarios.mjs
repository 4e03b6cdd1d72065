// Programs without manners talk to a runtime: what they send has no end, or they do not read. Seen
// from outside: how much memory the process needs, and how others fare meanwhile.
//	node attack_scenarios.mjs HOST_PROGRAM FOLDER
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { check, Client, equal, Events, run, test, within, worlds } from './kit.mjs';

const [program, folder] = process.argv.slice(2);
const with_host = worlds(program, folder);
const MEGABYTE = 1_048_576;
const PAGE = 4096;

function resident_bytes(host) {
	return Number(readFileSync(`/proc/${host.process.pid}/statm`, 'utf8').split(' ')[1]) * PAGE;
}

// Asks for a sign of life on a connection of its own; how long that took, in milliseconds.
async function ask_health(host) {
	const begun = performance.now();
	const socket = connect(Number(host.port), '127.0.0.1');
	socket.end('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
	let answer = '';
	socket.setEncoding('utf8');
	socket.on('data', (text) => { answer += text; });
	await within(once(socket, 'close'), 'the sign of life');
	check(answer.startsWith('HTTP/1.1 200 '), `it is alive: ${answer}`);
	return performance.now() - begun;
}

// How much more memory than before it ever needed, and the longest that another client had to wait,
// until `over` says that it is enough.
async function measured(host, over) {
	for (let i = 0; i < 20; i++) {
		await ask_health(host);
	}
	const rest = resident_bytes(host);
	const worst = { bytes: 0, wait: 0 };
	return async () => {
		do {
			worst.wait = Math.max(worst.wait, await ask_health(host));
			worst.bytes = Math.max(worst.bytes, resident_bytes(host) - rest);
		} while (!over());
		return worst;
	};
}

// Connections without manners, on a thread of their own.
function crowd_of(host, file, data) {
	return new Worker(new URL(file, import.meta.url), { workerData: { port: Number(host.port), ...data } });
}

const HEAD = 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n';
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
const ENDLESS = [
	['a chunk extension', `${CHUNKED}1;`, 'a'],
	['trailers', `${CHUNKED}0\r\n`, 'X: y\r\n'],
	['a body', `${HEAD}Content-Length: 1048576\r\n\r\n`, 'x'],
	['a header', `${HEAD}X: `, 'x'],
	['headers', HEAD, 'a:\r\n'],
	['an address', 'GET /', 'x'],
];
for (const [what, head, bytes] of ENDLESS) {
	test(`${what} without end costs strangers their connection and nobody else anything`, () => with_host([], async (host) => {
		let over = false;
		const watch = await measured(host, () => over);
		const floods = crowd_of(host, 'flood.mjs', { count: 16, head, bytes });
		floods.on('message', () => { over = true; });
		const worst = await watch();
		check(worst.bytes <= 10 * MEGABYTE, `at most 10 MB above rest: ${worst.bytes / MEGABYTE}`);
		// 100 ms, times ten for a machine that does much else.
		check(worst.wait < 1000, `others are answered at once: ${worst.wait} ms`);
		await floods.terminate();
	}));
}

// On a machine that is short of time a client may say its first word too late, and comes again.
async function come_in(attempt) {
	for (let failures = 0; failures < 4; failures++) {
		try {
			return await attempt();
		} catch { /* once more */ }
	}
	return attempt();
}

test('500 connections that say nothing, and come back, keep nobody out', () => with_host(['Ada'], async (host) => {
	const watcher = await Client.connect(host);
	const crowd = crowd_of(host, 'silent_crowd.mjs', { count: 500 });
	await within(once(crowd, 'message'), 'the crowd');
	for (let round = 0; round < 3; round++) {
		const client = await come_in(() => Client.connect(host));
		equal((await client.ask({ type: 'health_request' })).ok, true, 'the answer over a WebSocket');
		const events = new Events(host); // comes back by itself
		await events.of_type('hello');
		await come_in(() => ask_health(host));
		await client.close();
		events.close();
	}
	await watcher.ask({ type: 'send_message_request', to: 'agent_001', content: 'Still here?' });
	await watcher.of_type('agent_speech', ({ content }) => content === 'Still here?');
	await crowd.terminate();
}));

test('answers that nobody reads are not made', () => with_host([], async (host) => {
	const asks = await Client.connect(host);
	await asks.ask({ type: 'world_pause_request', paused: true });
	const count = 1000;
	await asks.ask({ type: 'agents_spawn_request', count, agent_config: { name: 'One of many', persona: 'x' } });
	await asks.of_type('agent_spawned', ({ agent_id }) => agent_id === 'agent_1000');
	const bytes = JSON.stringify(await asks.ask({ type: 'agents_request' })).length;
	const mute = [];
	const unread = 24;
	for (let i = 0; i < 4; i++) {
		mute.push(await Client.connect(host));
		mute.at(-1).socket.pause();
	}
	let looks = 0;
	const watch = await measured(host, () => ++looks > 300);
	for (const client of mute) {
		for (let i = 0; i < unread; i++) {
			client.send({ type: 'agents_request', request_id: `unread ${i}` });
		}
	}
	const worst = await watch();
	check(worst.bytes <= 12 * MEGABYTE, `3 MB for each of four, of ${unread * bytes / MEGABYTE}: ${worst.bytes / MEGABYTE} MB`);
	// Who reads after all gets every one of them.
	mute[0].socket.resume();
	await mute[0].of_type('request_completed', ({ request_id }) => request_id === `unread ${unread - 1}`);
	const answers = mute[0].messages.filter(({ type }) => type === 'request_completed');
	equal(answers.map(({ request_id }) => request_id), Array.from({ length: unread }, (_, i) => `unread ${i}`), 'the answers');
	check(answers.every(({ result }) => result.agents.length === count), 'each is whole');
	mute.forEach((client) => client.socket.terminate());
}));

test('walks of the game that wait hold up nothing else of the same client', () => with_host([], async (host) => {
	const client = await Client.connect(host);
	const walks = 100;
	const { result } = await client.ask({ type: 'agents_spawn_request', count: walks,
		agent_config: { name: 'Walker', cli_backend: 'offline', position_owner: 'game' } });
	await client.of_type('agent_spawned', ({ agent_id }) => agent_id === result.agent_ids.at(-1));
	for (const agent_id of result.agent_ids) {
		client.send({ type: 'walk_request', agent_id, target: { x: 9, y: 9 }, request_id: `walk of ${agent_id}` });
	}
	// The kit waits for less than a walk does.
	equal((await client.ask({ type: 'world_pause_request', paused: false })).ok, true, 'the answer');
	const walked = client.messages.filter(({ request_id }) => String(request_id).startsWith('walk of '));
	equal(walked, [], 'walks that are over already');
}));

await run();
