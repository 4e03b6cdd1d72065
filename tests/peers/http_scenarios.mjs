// Minds over HTTP, with the sockets and the TLS of a program without an engine, against a model that
// nobody runs and that goes wrong on demand.
//	node http_scenarios.mjs HTTP_PROBE FOLDER
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { check, equal, run, test, within } from './kit.mjs';
import { start } from './model_server.mjs';

const [program] = process.argv.slice(2);
const KEY = 'sk-marker-4711-never-to-be-told';
const KINDS = ['anthropic', 'openai'];
const PIECES = ['Grüß', ' Gott', ' 🥖', ', "Ada"\n', 'und du?'];
const USAGE = { input: 100, cached: 40, output: 20 };
const TOLD_USAGE = {
	cache_write_tokens: 0, cached_tokens: 40, input_tokens: 100, output_tokens: 20,
};
const TOOLS = [{ name: 'look', description: 'Looks.', schema: { type: 'object' } }];

// The program with its turns. What it tells is kept, and searched for the key at the end.
class Probe {
	events = [];
	waiting = [];
	count = 0;

	constructor(certificates) {
		this.process = spawn(program, certificates ? [certificates] : [],
			{ stdio: ['pipe', 'pipe', 'pipe'] });
		this.exited = once(this.process, 'exit');
		this.told = '';
		this.process.stderr.on('data', (data) => {
			this.told += data;
		});
		createInterface({ input: this.process.stdout }).on('line', (line) => {
			this.told += line;
			this.events.push(JSON.parse(line));
			this.waiting = this.waiting.filter((look) => !look());
		});
	}

	send(line) {
		this.process.stdin.write(`${JSON.stringify(line)}\n`);
	}

	ask(more) {
		const name = `turn ${++this.count}`;
		this.send({ ask: name, key: KEY, prompt: 'What do you sell?', ...more });
		return name;
	}

	of(name, ...events) {
		return this.events.filter((each) => each.of === name && events.includes(each.event));
	}

	// The first of these events.
	next(name, ...events) {
		return within(new Promise((resolve) => {
			const look = () => {
				const [found] = this.of(name, ...events);
				if (found) {
					resolve(found);
				}
				return found !== undefined;
			};
			if (!look()) {
				this.waiting.push(look);
			}
		}), `${events.join(' or ')} of ${name}`);
	}

	end_of(name) {
		return this.next(name, 'answered', 'failed', 'cancelled');
	}

	async cancel(name) {
		this.send({ cancel: name });
		await this.end_of(name);
	}

	async stop() {
		this.process.stdin.end();
		const [code] = await within(this.exited, 'the end of the probe');
		equal(code, 0, 'how the probe ended');
		check(!this.told.includes('marker'), 'the key is told');
	}
}

async function with_probe(options, body) {
	const server = await start(options);
	const probe = new Probe(options.trusted === false ? undefined : server.certificate);
	try {
		await body(probe, server);
		await probe.stop();
	} finally {
		probe.process.kill('SIGKILL');
		await server.stop();
	}
}

async function until(reached, what) {
	let over = false;
	const waiting = async () => {
		while (!over && !reached()) {
			await new Promise(setImmediate);
		}
	};
	await within(waiting(), what).finally(() => {
		over = true;
	});
}

// How a turn of each dialect ends when the server answers so.
async function each_end(script, body, options = {}) {
	await with_probe(options, async (probe, server) => {
		for (const kind of KINDS) {
			server.set_script([{ ...script }]);
			const name = probe.ask({ kind, base_url: server.url, ...options.ask });
			await body(await probe.end_of(name), { kind, name, probe, server });
		}
	});
}

function failing(title, script, failure, more = () => {}) {
	test(`${title} is ${failure}`, () => each_end(script, async (end, at) => {
		equal([end.event, end.failure], ['failed', failure], `the end (${end.message}) in ${at.kind}`);
		check(end.message.includes(`127.0.0.1:${at.server.port}`), 'the message says where');
		check(end.message.length < 700, 'the message is short');
		await more(end, at);
	}));
}

test('a turn is streamed in both dialects, word by word, with a tool call and its usage', () => each_end(
	{ pieces: PIECES, tool_calls: [{ id: 't1', name: 'look', arguments: { at: 'the "door"' } }], usage: USAGE },
	(end, { kind, name, probe, server }) => {
		equal(end.event, 'answered', 'the end');
		equal(end.text, PIECES.join(''), 'the answer');
		equal(probe.of(name, 'wrote').map(({ text }) => text), PIECES, 'what was streamed');
		equal(end.tool_calls, [{ arguments: '{"at":"the \\"door\\""}', id: 't1', name: 'look' }], 'the call');
		equal(end.usage, TOLD_USAGE, 'the usage');
		const request = server.report().requests.at(-1);
		equal(request.path, kind === 'anthropic' ? '/v1/messages' : '/v1/chat/completions', 'the path');
		equal([request.had_key, request.stream], ['yes', true], 'the key, the stream');
		equal(request.body.tools.length, 1, 'the tools');
	}, { ask: { tools: TOOLS }, key: KEY }));

test('anthropic: what stays the same is to be cached, and the usage tells what was', () =>
	with_probe({}, async (probe, server) => {
		const asking = { kind: 'anthropic', base_url: server.url, system: 'You are Ada.', tools: TOOLS };
		const points = ({ body: { tools, system, messages } }) => [
			tools.map((tool) => tool.cache_control), system.map((block) => block.cache_control),
			JSON.stringify(messages).includes('cache_control'),
		];
		const ephemeral = { type: 'ephemeral' };
		for (const fault of [undefined, 'whole']) {
			server.set_script([
				{ usage: { input: 1_000, written: 900, output: 20 }, fault },
				{ usage: { input: 1_000, cached: 900, output: 20 }, fault },
			]);
			for (const [cache_write_tokens, cached_tokens] of [[900, 0], [0, 900]]) {
				const end = await probe.end_of(probe.ask(asking));
				equal(end.usage, {
					cache_write_tokens, cached_tokens, input_tokens: 1_000, output_tokens: 20,
				}, 'the usage');
				equal(points(server.report().requests.at(-1)), [[ephemeral], [ephemeral], false],
					'what is to be cached');
			}
		}
	}));

test('bytes that come one by one, and words that come slowly, say the same', async () => {
	for (const script of [{ write_bytes: 1 }, { write_bytes: 7 },
		{ delay_head: 50, delay_first: 50, delay_between: 20 }]) {
		await each_end({ pieces: PIECES, ...script }, (end) => {
			equal([end.event, end.text], ['answered', PIECES.join('')], 'the end');
		});
	}
});

test('a server that does not stream is understood', () => each_end(
	{ fault: 'whole', pieces: PIECES, usage: USAGE }, (end) => {
		equal([end.event, end.text, end.usage], ['answered', PIECES.join(''), TOLD_USAGE], 'the end');
	}));

test('an answer that reached its limit says so', async () => {
	await with_probe({}, async (probe, server) => {
		for (const [kind, stop] of [['anthropic', 'max_tokens'], ['openai', 'length']]) {
			server.set_script([{ text: 'Once upon a', stop }]);
			const end = await probe.end_of(probe.ask({ kind, base_url: server.url }));
			equal([end.event, end.cut_short], ['answered', true], 'the end');
		}
	});
});

failing('a connection that is cut in mid-event', { fault: 'cut_off' }, 'cut_off');
failing('a stream that just ends', { fault: 'ends_early' }, 'cut_off');
failing('a server error', { status: 500 }, 'overloaded');
failing('an overloaded provider', { status: 529 }, 'overloaded');
failing('a model that is not there', { status: 404 }, 'unknown_model');
failing('a page instead of a stream', { fault: 'wrong_content_type' }, 'bad_answer');
failing('a line that is no JSON', { fault: 'garbage' }, 'bad_answer');
failing('invalid UTF-8', { fault: 'invalid_utf8' }, 'bad_answer');
failing('an error in the stream', { fault: 'error_event', message: `no room for ${KEY}` }, 'overloaded',
	(end) => check(end.message.includes('no room for [secret]'), `the words are told: ${end.message}`));
failing('a key that is quoted back', { status: 401, message: `${KEY} is wrong` }, 'refused',
	(end) => check(end.message.includes('[secret] is wrong'), `the words are told: ${end.message}`));
failing('a line of 50 MB', { fault: 'giant_line' }, 'too_long', async (end, { server }) => {
	const request = server.report().requests.at(-1);
	await until(() => request.ended === 'broken off', 'the end of the giant line');
});
failing('an answer without end', { fault: 'never_ending', pieces: ['x'.repeat(60_000)], delay_between: 0 },
	'too_long', async (end, { server }) => {
		await until(() => server.report().open_streams === 0, 'the end of the stream');
	});
failing('too many requests', { status: 429, retry_after: 7 }, 'rate_limited',
	(end) => equal(end.retry_after, 7_000_000, 'when to ask again'));
failing('too many requests until a date', { status: 429, retry_after: 'date:30' }, 'rate_limited',
	(end) => check(end.retry_after >= 28e6 && end.retry_after <= 31e6, `when: ${end.retry_after}`));

test('a wrong key is refused, and the right one is taken', () => with_probe({ key: KEY }, async (probe, server) => {
	for (const kind of KINDS) {
		const base_url = server.url;
		const wrong = await probe.end_of(probe.ask({ kind, base_url, key: 'sk-marker-wrong' }));
		equal([wrong.event, wrong.failure], ['failed', 'refused'], 'the end');
		equal((await probe.end_of(probe.ask({ kind, base_url: `${base_url}/v1/` }))).event, 'answered', 'the end');
	}
}));

test('nobody who listens is unreachable', () => with_probe({}, async (probe, server) => {
	const gone = await start();
	await gone.stop();
	for (const kind of KINDS) {
		const end = await probe.end_of(probe.ask({ kind, base_url: gone.url }));
		equal([end.event, end.failure], ['failed', 'unreachable'], 'the end');
	}
	equal(server.report().requests.length, 0, 'what the other server saw');
}));

test('a cancelled turn is gone from the server: in mid-stream, in silence, before its head', () => with_probe({}, async (probe, server) => {
	for (const [fault, event] of [['never_ending', 'wrote'], ['silence', 'wrote'], ['hang', 'connected']]) {
		server.set_script([{ fault }]);
		const name = probe.ask({ kind: 'anthropic', base_url: server.url });
		await probe.next(name, event);
		await until(() => server.report().open_streams === 1, 'the request');
		await probe.cancel(name);
		await until(() => server.report().open_connections === 0, 'the end of the connection');
		equal(probe.of(name, 'answered', 'failed').length, 0, 'what came of it');
	}
}));

test('two hundred turns at once: each has its own answer, and the end of all ends all', () => with_probe({}, async (probe, server) => {
	server.set_script({ otherwise: { delay_head: 100 } });
	const base_url = server.url;
	const names = Array.from({ length: 200 }, (_, i) => probe.ask({
		kind: KINDS[i % 2], base_url, prompt: `number ${i}`,
	}));
	for (const [i, name] of names.entries()) {
		const end = await probe.end_of(name);
		equal([end.event, end.text], ['answered', `You said: number ${i}`], name);
	}
	equal(server.report().requests.length, 200, 'how often the server was asked');
	server.set_script({ otherwise: { fault: 'never_ending' } });
	const endless = names.map((_, i) => probe.ask({ kind: KINDS[i % 2], base_url }));
	for (const name of endless) {
		await probe.next(name, 'wrote');
	}
	equal(server.report().open_streams, 200, 'how many streams are open');
	probe.process.stdin.end();
	await until(() => server.report().open_connections === 0, 'the end of all streams');
}));

test('an unknown certificate is refused before the key is sent', () => with_probe({ tls: true, trusted: false }, async (probe, server) => {
	for (const kind of KINDS) {
		const end = await probe.end_of(probe.ask({ kind, base_url: server.url }));
		equal([end.event, end.failure], ['failed', 'insecure'], 'the end');
	}
	equal(server.report().requests.length, 0, 'what the server saw');
}));

test('a trusted certificate works, by address and by name', () => with_probe({ tls: true }, async (probe, server) => {
	for (const host of ['127.0.0.1', 'localhost']) {
		for (const kind of KINDS) {
			server.set_script([{ pieces: PIECES }]);
			const base_url = `https://${host}:${server.port}`;
			const end = await probe.end_of(probe.ask({ kind, base_url }));
			equal([end.event, end.text], ['answered', PIECES.join('')], 'the end');
		}
	}
}));

test('a trusted certificate of another is refused', () => with_probe({ tls: true, name: 'DNS:elsewhere.example' }, async (probe, server) => {
	for (const host of ['127.0.0.1', 'localhost']) {
		const base_url = `https://${host}:${server.port}`;
		const end = await probe.end_of(probe.ask({ kind: 'openai', base_url }));
		equal([end.event, end.failure], ['failed', 'insecure'], 'the end');
	}
	equal(server.report().requests.length, 0, 'what the server saw');
}));

await run();
