// What the peers' scenarios share: the host program, clients with bounded waits, a list of tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventSource } from 'eventsource';
import WebSocket from 'ws';

const LONGEST_WAIT = 20_000; // milliseconds

const tests = [];

export function test(name, body) {
	tests.push({ name, body });
}

export function check(condition, what) {
	if (!condition) {
		throw new Error(what);
	}
}

export function equal(got, wanted, what) {
	const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
	check(a === b, `${what}: got ${a}, wanted ${b}`);
}

// A promise that fails when it takes too long, with a word about what was waited for.
export function within(promise, what) {
	let timer;
	const late = new Promise((_, reject) => {
		timer = setTimeout(() => reject(new Error(`waited in vain for ${what}`)), LONGEST_WAIT);
	});
	return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

// The paths of all files below a folder, links left out.
export function files_below(folder) {
	const all = readdirSync(folder, { recursive: true, withFileTypes: true });
	return all.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

// A runtime with its gateway, in a process of its own.
export class Host {
	static async start(program, database, port = 0, agents = []) {
		const host = new Host();
		host.process = spawn(program, [database, String(port), ...agents], {
			stdio: ['pipe', 'pipe', 'inherit'],
		});
		host.exited = once(host.process, 'exit');
		const lines = createInterface({ input: host.process.stdout });
		const ended = host.exited.then(([code]) => {
			throw new Error(`the host ended with code ${code}`);
		});
		ended.catch(() => {});
		const [line] = await within(Promise.race([once(lines, 'line'), ended]), 'the host');
		[host.port, host.token] = line.split(' ');
		return host;
	}

	url(scheme, path, parameters = {}) {
		const query = new URLSearchParams({ token: this.token, ...parameters });
		return `${scheme}://127.0.0.1:${this.port}${path}?${query}`;
	}

	// Ends by the end of its input; the code says how.
	async stop() {
		this.process.stdin.end();
		const [code] = await within(this.exited, 'the end of the host');
		return code;
	}

	async kill() {
		this.process.kill('SIGKILL');
		await within(this.exited, 'the death of the host');
	}
}

// What gives a test a host with a world of its own in the folder, and the agents that it names.
export function worlds(program, folder) {
	return async (agents, body) => {
		const database = join(mkdtempSync(join(folder, 'peers-')), 'world.db');
		const host = await Host.start(program, database, 0, agents);
		try {
			await body(host, database);
		} finally {
			equal(await host.stop(), 0, 'how the host ended');
		}
	};
}

export async function until(reached, what) {
	let over = false;
	const waiting = async () => {
		while (!over && !await reached()) {
			await sleep(20);
		}
	};
	await within(waiting(), what).finally(() => {
		over = true;
	});
}

// These members of a message, in this order.
export function members(message, ...names) {
	return Object.fromEntries(names.map((name) => [name, message[name]]));
}

// Messages as they come, and those who wait for one.
class Inbox {
	messages = [];
	waiting = [];

	add(message) {
		this.messages.push(message);
		this.waiting = this.waiting.filter(({ wanted, resolve }) => {
			if (!wanted(message)) {
				return true;
			}
			resolve(message);
			return false;
		});
	}

	// The first that is wanted, of those that have come or the next.
	find(wanted, what) {
		const found = this.messages.find(wanted);
		const next = found ? Promise.resolve(found)
			: new Promise((resolve) => this.waiting.push({ wanted, resolve }));
		return within(next, what);
	}

	of_type(type, wanted = () => true) {
		return this.find((message) => message.type === type && wanted(message), type);
	}
}

// `ws`, as a game's client would use it.
export class Client extends Inbox {
	static async connect(host, parameters = {}, options = {}) {
		const client = new Client();
		client.socket = new WebSocket(host.url('ws', '/ws', parameters), options);
		client.socket.on('message', (data, is_binary) => {
			check(!is_binary, 'messages come as text');
			client.add(JSON.parse(data.toString('utf8')));
		});
		client.closed = once(client.socket, 'close');
		client.closed.catch(() => {});
		await within(once(client.socket, 'open'), 'the connection');
		return client;
	}

	send(message) {
		this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
	}

	count = 0;

	// A request under a name of its own, and its answer.
	ask(request) {
		const request_id = `ask ${++this.count}`;
		this.send({ ...request, request_id });
		return this.of_type('request_completed', (reply) => reply.request_id === request_id);
	}

	async close() {
		this.socket.close();
		await within(this.closed, 'the goodbye');
	}
}

// `eventsource`, which comes back by itself after it was cut off.
export class Events extends Inbox {
	static TYPES = ['hello', 'gap', 'runtime_started', 'runtime_stopped', 'agent_spawned',
		'agent_terminated', 'agent_arrived', 'agent_blocked', 'agent_state_update', 'agent_speech', 'agent_moved',
		'transition_refused', 'mind_failed', 'budget_exhausted', 'tool_used', 'message_published',
		'message_acknowledged', 'messages_dropped', 'agent_task_changed', 'collaboration_invited',
		'autoModeStarted', 'autoModeTurnChange', 'agentMessage', 'autoModeEnded',
		'collaboration_answered', 'action_performed', 'agent_pause_update', 'agent_stuck',
		'memory_changed', 'note_left', 'job_starting', 'job_started', 'job_output', 'job_completed', 'job_failed',
		'job_killed', 'job_purged', 'question_asked', 'question_answered', 'question_delivered', 'question_withdrawn'];

	constructor(host, parameters = {}) {
		super();
		this.source = new EventSource(host.url('http', '/events', parameters));
		this.source.addEventListener('error', (event) => this.add({ type: 'error', code: event.code }));
		for (const type of Events.TYPES) {
			this.source.addEventListener(type, (event) => {
				const message = JSON.parse(event.data);
				equal(message.type, type, 'the type in the data');
				this.add({ ...message, cursor_text: event.lastEventId });
			});
		}
	}

	// What is in the log, as it came.
	logged() {
		return this.messages.filter((message) => message.id !== undefined)
			.map(({ cursor_text, ...message }) => message);
	}

	close() {
		this.source.close();
	}
}

// Runs all tests, one after another; a line for each.
export async function run() {
	let failed = 0;
	for (const { name, body } of tests) {
		try {
			await body();
			console.log(`ok ${name}`);
		} catch (error) {
			failed++;
			console.log(`FAIL ${name}\n    ${error.stack.replaceAll('\n', '\n    ')}`);
		}
	}
	console.log(`scenarios: ${tests.length - failed} passed, ${failed} failed`);
	process.exit(failed === 0 && tests.length > 0 ? 0 : 1);
}
