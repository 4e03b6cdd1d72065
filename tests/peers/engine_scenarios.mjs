// Minds over HTTP, with the clients and the TLS of the engine, against models that nobody runs and
// that go wrong on demand. One game asks them all; each has a server of its own.
//	node engine_scenarios.mjs GODOT FOLDER PROJECT
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { check, equal, files_below, run, test, within } from './kit.mjs';
import { start } from './model_server.mjs';

const [engine, worlds, project] = process.argv.slice(2);
const LONGEST_GAME = 240; // seconds
const LONGEST_GAP = 60_000; // milliseconds between two lines of the game
const FOLDER = join(worlds, 'asked_minds');
const LOG = join(FOLDER, 'engine.log');
const KEY = 'sk-marker-4711-never-to-be-told';
const KINDS = ['anthropic', 'openai'];
const PATHS = { anthropic: '/v1/messages', openai: '/v1/chat/completions' };
const PIECES = ['Grüß', ' Gott', ' 🥖', ', "Ada"\n', 'und du?'];
const PROMPT = 'When do I water tomatoes?';

const scenarios = [];
const told = [];
let output = '';

// What the game asks in both dialects, and what its end must be. All of it optional:
//	script      of the server: what it always answers, or a list
//	options     of the server
//	settings    of the mind
//	trusted     whether the game trusts the certificate of the server; `no file` for one that is not there
//	url         what the game calls the server, of its port
//	gone        whether the server has been stopped before
function ask(name, given, judge) {
	for (const kind of KINDS) {
		const scenario = { ...given, name, kind };
		scenarios.push(scenario);
		test(`engine: ${name} (${kind})`, async () => {
			await all_ended;
			const end = told.find((line) => line.name === name && line.kind === kind);
			check(end !== undefined, 'the game tells an end');
			await judge(end, scenario);
		});
	}
}

function speaking(name, given, more = () => {}) {
	ask(name, given, (end, scenario) => {
		equal([end.what, end.text], ['spoke', PIECES.join('')], `the end (${end.message})`);
		return more(end, scenario);
	});
}

function late(name, failure, given, more = () => {}) {
	ask(`${name} is ${failure}`, given, (end, scenario) => {
		equal([end.what, end.failure], ['failed', failure], `the end (${end.message})`);
		return more(end, scenario);
	});
}

function failing(name, failure, given, more = () => {}) {
	ask(`${name} is ${failure}`, given, (end, scenario) => {
		equal([end.what, end.failure], ['failed', failure], `the end (${end.message})`);
		check(end.message.includes(`127.0.0.1:${scenario.server.port}`), `it says where: ${end.message}`);
		check(end.message.length < 700, 'the message is short');
		return more(end, scenario);
	});
}

function requests_of({ server }) {
	return server.report().requests;
}

function nobody_asked(end, scenario) {
	equal(requests_of(scenario).length, 0, 'what the server saw');
}

function asked(times) {
	return (end, scenario) => equal(requests_of(scenario).length, times, 'how often it was asked');
}

// Words that come in one frame with the end of the answer are not streamed before it.
function its_beginning(end) {
	check(PIECES.join('').startsWith(end.streamed.join('')), `what was streamed: ${end.streamed}`);
}

const said = { pieces: PIECES };

speaking('an answer is understood', { script: said }, (end, scenario) => {
	its_beginning(end);
	const [request] = requests_of(scenario);
	equal([request.path, request.had_key, request.stream], [PATHS[scenario.kind], 'yes', true], 'the request');
	check(JSON.stringify(request.body).includes(PROMPT), 'what was asked is in it');
});
speaking('bytes come one by one', { script: { ...said, write_bytes: 1 } }, its_beginning);
speaking('a slow answer is waited for',
	{ script: { ...said, delay_head: 300, delay_first: 300, delay_between: 100 } }, its_beginning);
speaking('a server that does not stream is understood', { script: { ...said, fault: 'whole' } });

late('a head that does not come', 'first_token_timeout',
	{ script: { fault: 'hang' }, settings: { first_token_timeout: 0.5 } });
late('a silence after words that were streamed', 'idle_timeout', {
	script: { ...said, delay_between: 100, fault: 'silence', after: PIECES.length },
	settings: { idle_timeout: 2 },
}, (end) => {
	equal(end.streamed.join(''), PIECES.join(''), 'what was streamed');
	check(end.streamed.length > 1, `it comes in pieces: ${JSON.stringify(end.streamed)}`);
});
late('an answer that takes too long', 'total_timeout',
	{ script: { fault: 'never_ending' }, settings: { total_timeout: 1 } });

failing('a connection that is cut in mid-event', 'cut_off', { script: { fault: 'cut_off' } });
failing('a stream that just ends', 'cut_off', { script: { fault: 'ends_early' } });
failing('a server error', 'overloaded', { script: { status: 500 } }, asked(1));
failing('a model that is not there', 'unknown_model', { script: { status: 404 } });
failing('a page instead of a stream', 'bad_answer', { script: { fault: 'wrong_content_type' } });
failing('a line that is no JSON', 'bad_answer', { script: { fault: 'garbage' } });
failing('invalid UTF-8', 'bad_answer', { script: { fault: 'invalid_utf8' } });
failing('a line of 50 MB', 'too_long', { script: { fault: 'giant_line' } }, (end, scenario) => {
	equal(requests_of(scenario).at(-1).ended, 'broken off', 'how the giant line ended');
});
failing('an answer without end', 'too_long',
	{ script: { fault: 'never_ending', pieces: ['x'.repeat(60_000)], delay_between: 0 } });

failing('too many requests', 'rate_limited', { script: { status: 429, retry_after: 7 } }, asked(1));
failing('too many requests for a week', 'rate_limited',
	{ script: { status: 429, retry_after: 604_800 }, settings: { retries: 3 } }, asked(1));
for (const [name, status, retry_after] of [['a second', 429, 1], ['a date', 429, 'date:1'],
	['nothing', 500, undefined]]) {
	speaking(`an error that names ${name} to wait for is asked again`,
		{ script: [{ status, retry_after }, said], settings: { retries: 1 } }, (end, scenario) => {
			asked(2)(end, scenario);
			its_beginning(end);
		});
}

failing('a key that is quoted back', 'refused',
	{ script: { status: 401, message: `${KEY} is wrong` } }, (end) => {
		check(end.message.includes('[secret] is wrong'), `the words are told: ${end.message}`);
	});
failing('a key that is quoted in the stream', 'overloaded',
	{ script: { fault: 'error_event', message: `no room for ${KEY}` } }, (end) => {
		check(end.message.includes('no room for [secret]'), `the words are told: ${end.message}`);
	});
speaking('the right key is taken', { script: said, options: { key: KEY } });
failing('a server that is gone', 'unreachable', { gone: true });

failing('an unknown certificate', 'insecure', { script: said, options: { tls: true } }, nobody_asked);
failing('a trusted certificate of another', 'insecure',
	{ script: said, options: { tls: true, name: 'DNS:elsewhere.example' }, trusted: true }, nobody_asked);
speaking('a trusted certificate works', { script: said, options: { tls: true }, trusted: true }, its_beginning);
speaking('a trusted certificate works by the name of the host',
	{ script: said, options: { tls: true }, trusted: true, url: (port) => `https://localhost:${port}` });
failing('a file of certificates that is not there', 'insecure',
	{ script: said, options: { tls: true }, trusted: 'no file' }, nobody_asked);
failing('a server that is not secure, but should be,', 'insecure',
	{ script: said, url: (port) => `https://127.0.0.1:${port}` }, nobody_asked);
failing('a secure connection that is cut in mid-event', 'cut_off',
	{ script: { fault: 'cut_off' }, options: { tls: true }, trusted: true });

async function serve(scenario) {
	scenario.server = await start(scenario.options);
	const { script = {}, server } = scenario;
	server.set_script(Array.isArray(script) ? script : { otherwise: script });
	if (scenario.gone) {
		await server.stop();
	}
}

function as_told_to_the_game({ name, kind, server, settings, trusted, url }) {
	const base_url = url?.(server.port) ?? server.url;
	const certificates = { true: server.certificate, 'no file': join(FOLDER, 'no.pem') }[trusted] ?? '';
	return {
		name, kind, prompt: PROMPT, certificates,
		settings: { base_url, model: 'fake-model', retries: 0, ...settings },
	};
}

function play(plan) {
	const keys = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY };
	const game = spawn('timeout', ['--kill-after=5', String(LONGEST_GAME), engine, '--headless',
		'--log-file', LOG, '--path', project, 'res://games/asked_minds.tscn', '--', FOLDER, plan],
	{ env: { ...process.env, ...keys }, stdio: ['ignore', 'pipe', 'pipe'] });
	game.exited = once(game, 'exit');
	game.stderr.on('data', (data) => {
		output += data;
	});
	createInterface({ input: game.stdout }).on('line', (line) => {
		output += `${line}\n`;
		if (line.startsWith('{')) {
			told.push(JSON.parse(line));
		}
	});
	return game;
}

// Until the game has said so, or is gone, or has told nothing for too long.
async function until_said(game, what) {
	let count = -1;
	let last = Date.now();
	while (!told.some((line) => line.what === what)) {
		if (told.length !== count) {
			count = told.length;
			last = Date.now();
		}
		if (game.exitCode !== null || Date.now() - last > LONGEST_GAP) {
			throw new Error(`the game never said that it ${what}:\n${output}`);
		}
		await sleep(20);
	}
}

test('engine: every connection is gone while the game lives on', async () => {
	await all_ended;
	const left = () => scenarios.filter(({ server }) => server.report().open_connections > 0);
	for (const last = Date.now() + 10_000; left().length > 0 && Date.now() < last;) {
		await sleep(20);
	}
	equal(left().map(({ name, kind }) => `${name} (${kind})`), [], 'whose connections are open');
	equal(game.exitCode, null, 'how the game ended');
});

test('engine: the game leaves in good order', async () => {
	await all_ended;
	writeFileSync(join(FOLDER, 'leave'), '');
	const [code] = await within(game.exited, 'the end of the game');
	equal(code, 0, 'the code of the end');
	equal(told.at(-1).what, 'left', 'the last line');
	equal(told.length, scenarios.length + 2, 'how many lines it told');
});

test('engine: it prints no errors but those of its TLS and certificates', async () => {
	const errors = output.split('\n').filter((line) => /^(SCRIPT |USER )?(ERROR|WARNING)/.test(line));
	equal(errors.filter((line) => !/TLS handshake error|Cannot open X509/.test(line)), [], 'what the engine prints');
});

test('engine: the key is in no line, log or database', async () => {
	const files = files_below(FOLDER).filter((file) => file !== plan);
	equal(files.filter((name) => name.endsWith('.db')).length, scenarios.length, 'the databases');
	const texts = files.map((file) => [file, readFileSync(file)]);
	for (const [name, bytes] of texts) {
		check(!bytes.includes(KEY), `the key is in ${name}`);
		check(!name.endsWith('.db') || bytes.includes(PROMPT), `what was said is not in ${name}`);
	}
	check(readFileSync(LOG).includes('all have ended'), 'the log was written');
	check(!output.includes(KEY), 'the key is in the output');
});

mkdirSync(FOLDER, { recursive: true });
await Promise.all(scenarios.map(serve));
const plan = join(FOLDER, 'minds.json');
writeFileSync(plan, JSON.stringify(scenarios.map(as_told_to_the_game)));
const game = play(plan);
const all_ended = until_said(game, 'all have ended');
all_ended.catch(() => {});
process.on('exit', () => game.kill());
await run();
