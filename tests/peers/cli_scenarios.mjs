// Claude Code and Codex, the real programs, as minds: one turn a process, against a model that nobody
// runs.
//	node cli_scenarios.mjs CLI_PROBE FOLDER
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { check, equal, run, test, within } from './kit.mjs';
import { start } from './model_server.mjs';

const [probe, folder] = process.argv.slice(2);
const modules = join(dirname(fileURLToPath(import.meta.url)), 'node_modules');
const KEY = 'invented-key-4711';
const PIECES = ['Grüß', ' Gott', ' 🥖', '.'];
const USAGE = { input: 100, cached: 40, output: 20 };
const TOLD_USAGE = {
	cache_write_tokens: 0, cached_tokens: 40, input_tokens: 100, output_tokens: 20,
};
const MODEL = 'claude-sonnet-4-5'; // one whose prices the program knows

const PROGRAMS = {
	// Its package's own start would need its install script.
	claude: join(modules, '@anthropic-ai', `claude-code-${process.platform}-${process.arch}`, 'claude'),
	// A wrapper that starts the program: two processes.
	codex: join(modules, '.bin', 'codex'),
};

// A turn in a process of its own, with a home of its own.
class Turn {
	events = [];

	constructor(kind, server, more = {}) {
		this.home = mkdtempSync(join(folder, 'home-'));
		this.place = join(this.home, 'place');
		mkdirSync(this.place);
		this.asked = {
			kind, program: PROGRAMS[kind], prompt: 'What do you sell?', system: 'You are Ada, a baker.',
			model: kind === 'claude' ? MODEL : 'fake-model', key: KEY, folder: this.place,
			base_url: kind === 'claude' ? server?.url : `${server?.url}/v1`,
			environment: { HOME: this.home, CODEX_HOME: this.home }, ...more,
		};
	}

	begin() {
		const { HOME, ANTHROPIC_API_KEY, OPENAI_API_KEY, CODEX_API_KEY, ...environment } = process.env;
		environment.XDG_RUNTIME_DIR = this.home;
		this.process = spawn(probe, [], { stdio: ['pipe', 'pipe', 'inherit'], env: environment });
		this.exited = once(this.process, 'exit');
		this.process.stdin.write(`${JSON.stringify(this.asked)}\n`);
		createInterface({ input: this.process.stdout }).on('line', (line) => {
			this.events.push(JSON.parse(line));
		});
		return this;
	}

	// The last but one: how the turn ended. Nothing of it is left then.
	async end() {
		const limit = setTimeout(() => this.process.kill('SIGKILL'), 60_000);
		const [code] = await this.exited;
		clearTimeout(limit);
		equal(code, 0, 'how the probe ended');
		const [outcome, last] = this.events.slice(-2);
		equal(last, { event: 'ended', running: 0, zombies: false }, 'what is left at the end');
		// Those whose parent has been killed with them are the system's to bury.
		await until(() => this.processes().length === 0, 'the end of all its processes');
		check(!JSON.stringify(this.events).includes(KEY), 'the key is told');
		equal(this.private_files(), [], 'files that are left');
		return outcome;
	}

	cancel() {
		this.process.stdin.end();
		return this.end();
	}

	// All that live with this home, but for the dead that nobody has buried yet.
	processes() {
		return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((pid) => {
			try {
				return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${this.home}`);
			} catch {
				return false;
			}
		});
	}

	// Who the character is, for the program alone.
	private_files() {
		return readdirSync(this.home).filter((name) => name.startsWith('agent_runtime_'));
	}

	texts() {
		return this.events.filter(({ event }) => event === 'wrote').map(({ text }) => text);
	}

	// A program of our own in the place of the real one.
	script(text) {
		this.asked.program = join(this.home, 'program');
		writeFileSync(this.asked.program, `#!/bin/sh\n${text}\n`, { mode: 0o700 });
		return this;
	}
}

async function until(reached, what) {
	let over = false;
	const waiting = async () => {
		while (!over && !reached()) {
			await sleep(10);
		}
	};
	await within(waiting(), what).finally(() => {
		over = true;
	});
}

async function with_server(script, body) {
	const server = await start();
	server.set_script(script);
	try {
		await body(server);
	} finally {
		await server.stop();
	}
}

const failing = (kind, status, failure) => test(`${kind}: a status ${status} is ${failure}`, () =>
	with_server({ otherwise: { status, message: 'no luck' } }, async (server) => {
		const turn = new Turn(kind, server).begin();
		const { event, failure: told, message } = await turn.end();
		equal([event, told], ['failed', failure], 'how it ended');
		equal(turn.texts(), [], 'what is said');
		check(message.includes(kind) && message.length > 20, `the message says little: ${message}`);
		// Nobody but the caller tries again; to be sure of a model, claude asks for it once without a stream.
		equal(server.log.length, kind === 'claude' && status === 404 ? 2 : 1, 'the requests');
	}));

test('claude: a turn is heard as it comes, and its closing line says what it cost', () =>
	with_server({ otherwise: { pieces: PIECES, usage: USAGE } }, async (server) => {
		const turn = new Turn('claude', server).begin();
		const outcome = await turn.end();
		equal(turn.events[0], { event: 'connected' }, 'the beginning');
		equal(turn.texts(), PIECES, 'the words as they came');
		equal([outcome.event, outcome.text, outcome.cut_short], ['answered', PIECES.join(''), false],
			'the answer');
		const { micro_dollars, ...usage } = outcome.usage;
		equal([usage, micro_dollars], [TOLD_USAGE, 492], 'the usage');
		equal(server.log.map(({ path, had_key, model }) => [path, had_key, model]),
			[['/v1/messages', 'yes', MODEL]], 'the requests');
		const { body } = server.log[0];
		equal(body.tools ?? [], [], 'the tools that the model is offered');
		check(JSON.stringify(body.system).includes('You are Ada, a baker.'), 'who it is was said');
		check(JSON.stringify(body.messages).includes('What do you sell?'), 'what was asked was said');
	}));

test('claude: an answer that hits the limit of tokens is cut short', () =>
	with_server({ otherwise: { pieces: PIECES, usage: USAGE, stop: 'max_tokens' } }, async (server) => {
		const turn = new Turn('claude', server, { max_output_tokens: 777 }).begin();
		const outcome = await turn.end();
		equal([outcome.event, outcome.text, outcome.cut_short], ['answered', PIECES.join(''), true],
			'the answer');
		equal(outcome.usage, TOLD_USAGE, 'the usage');
		equal(server.log[0].body.max_tokens, 777, 'the limit');
		// By itself it would ask three times more; the first of these may be out before it is stopped.
		check(server.log.length <= 2, `the requests: ${server.log.length}`);
	}));

test('claude: settings, hooks and notes of the user and of the place are not heeded', () =>
	with_server({ otherwise: { pieces: PIECES } }, async (server) => {
		const turn = new Turn('claude', server);
		const trace = join(turn.home, 'hooked');
		const hook = [{ hooks: [{ type: 'command', command: `touch ${trace}` }] }];
		const settings = JSON.stringify({ hooks: { SessionStart: hook, UserPromptSubmit: hook, Stop: hook } });
		for (const at of [turn.home, turn.place]) {
			mkdirSync(join(at, '.claude'));
			writeFileSync(join(at, '.claude', 'settings.json'), settings);
			writeFileSync(join(at, '.claude', 'CLAUDE.md'), 'MARKER');
			writeFileSync(join(at, 'CLAUDE.md'), 'MARKER');
			writeFileSync(join(at, 'AGENTS.md'), 'MARKER');
		}
		equal((await turn.begin().end()).event, 'answered', 'how it ended');
		check(!JSON.stringify(server.log).includes('MARKER'), 'a note was handed on');
		check(!existsSync(trace), 'a hook has run');
	}));

for (const [kind, name] of [['claude', 'Bash'], ['codex', 'shell']]) {
	test(`${kind}: a model that wants to run commands cannot`, () => with_server([], async (server) => {
		const turn = new Turn(kind, server);
		const trace = join(turn.place, 'trace');
		const call = { name, arguments: { command: kind === 'claude' ? `touch ${trace}` : ['touch', trace] } };
		server.set_script({ answers: [{ tool_calls: [call] }], otherwise: { pieces: PIECES } });
		await turn.begin().end();
		check(!existsSync(trace), 'the command was run');
		check(server.log.length >= 1, 'the model was asked');
	}));
}

for (const kind of ['claude', 'codex']) {
	test(`${kind}: a turn that is cancelled in mid-stream is gone with its processes`, () =>
		with_server({ otherwise: { fault: 'never_ending' } }, async (server) => {
			const turn = new Turn(kind, server, { cancel_on_input: true }).begin();
			await until(() => server.open_streams === 1, 'the stream');
			if (kind === 'claude') {
				await until(() => turn.texts().length >= 3, 'the first words');
			}
			check(turn.processes().length >= (kind === 'codex' ? 2 : 1), 'its processes are not seen');
			equal((await turn.cancel()).event, 'cancelled', 'how it ended');
			await until(() => server.open_streams === 0, 'the end of the stream');
		}));

	test(`${kind}: who the character is cannot be read in the arguments of a process`, () =>
		with_server({ otherwise: { fault: 'never_ending' } }, async (server) => {
			const turn = new Turn(kind, server, { cancel_on_input: true }).begin();
			await until(() => server.open_streams === 1, 'the stream');
			check(JSON.stringify(server.log).includes('You are Ada, a baker.'), 'who it is was said');
			const started = turn.processes();
			check(started.length >= (kind === 'codex' ? 2 : 1), 'its processes are not seen');
			for (const pid of started) {
				check(!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('Ada'), 'an argument tells');
			}
			const files = turn.private_files();
			equal(files.map((name) => statSync(join(turn.home, name)).mode & 0o777), [0o600], 'its file');
			await turn.cancel();
		}));

	test(`${kind}: a server that never answers holds up nobody who gives up`, () =>
		with_server({ otherwise: { fault: 'hang' } }, async (server) => {
			const turn = new Turn(kind, server, { cancel_on_input: true }).begin();
			await until(() => server.open_streams === 1, 'the request');
			equal((await turn.cancel()).event, 'cancelled', 'how it ended');
			equal(turn.texts(), [], 'what is said');
		}));

	test(`${kind}: an answer that breaks off is no answer`, () =>
		with_server({ otherwise: { pieces: PIECES, fault: 'cut_off' } }, async (server) => {
			const outcome = await new Turn(kind, server).begin().end();
			equal(outcome.event, 'failed', 'how it ended');
			// The break may overtake the first words.
			check(['cut_off', 'unreachable'].includes(outcome.failure), `it is ${outcome.failure}`);
			equal(server.log.length, 1, 'the requests');
		}));

	test(`${kind}: a server that is not there is unreachable`, async () => {
		const server = await start();
		await server.stop();
		const outcome = await new Turn(kind, server).begin().end();
		equal([outcome.event, outcome.failure], ['failed', 'unreachable'], 'how it ended');
	});

	failing(kind, 401, 'refused');
	failing(kind, 404, 'unknown_model');
	failing(kind, 429, 'rate_limited');
	failing(kind, 500, 'overloaded');

	test(`${kind}: it does not run where it would skip permissions`, () => with_server([], async (server) => {
		const mode = kind === 'claude' ? 'bypassPermissions' : 'danger-full-access';
		const argument = kind === 'claude' ? '--dangerously-skip-permissions'
			: '--dangerously-bypass-approvals-and-sandbox';
		for (const more of [{ permission_mode: mode }, { arguments: [argument] }]) {
			const outcome = await new Turn(kind, server, more).begin().end();
			equal([outcome.event, outcome.failure], ['failed', 'not_allowed'], 'how it ended');
		}
		equal(server.log, [], 'the requests');
	}));

	test(`${kind}: where it is not installed one is told what to do`, async () => {
		const outcome = await new Turn(kind, null, { program: '/no/such/program' }).begin().end();
		equal([outcome.event, outcome.failure], ['failed', 'misconfigured'], 'how it ended');
		check(/\/no\/such\/program is not there.*set `program`/.test(outcome.message), outcome.message);
	});
}

test('claude: without a key it says that there is none', () => with_server([], async (server) => {
	const outcome = await new Turn('claude', server, { key: '' }).begin().end();
	equal([outcome.event, outcome.failure], ['failed', 'misconfigured'], 'how it ended');
	equal(server.log, [], 'the requests');
}));

test('codex: a turn is heard, and its closing line says what it used', () =>
	with_server({ otherwise: { pieces: PIECES, usage: USAGE } }, async (server) => {
		const turn = new Turn('codex', server).begin();
		const outcome = await turn.end();
		equal(turn.texts(), [PIECES.join('')], 'the words');
		equal([outcome.event, outcome.text], ['answered', PIECES.join('')], 'the answer');
		equal(outcome.usage, TOLD_USAGE, 'the usage');
		equal(server.log.map(({ path, had_key, model }) => [path, had_key, model]),
			[['/v1/responses', 'yes', 'fake-model']], 'the requests');
		const { body } = server.log[0];
		check(JSON.stringify(body.input).includes('You are Ada, a baker.'), 'who it is was said');
		const offered = (body.tools ?? []).map(({ name, type }) => name ?? type);
		check(!/shell|exec|patch|view_image|web_search/.test(offered.join()), `it is offered ${offered}`);
	}));

test('a program that crashes is told of with its code and its last words, without the key', async () => {
	const turn = new Turn('claude', null).script('echo "no luck with $ANTHROPIC_API_KEY" >&2; exit 3');
	const outcome = await turn.begin().end();
	equal([outcome.event, outcome.failure], ['failed', 'program_failed'], 'how it ended');
	check(outcome.message.endsWith('it ended with code 3. It says: no luck with [key]'), outcome.message);
});

test('a program that prints garbage is no mind', async () => {
	for (const text of ['echo hello', 'while true; do echo garbage; done', 'cat /dev/urandom']) {
		const outcome = await new Turn('codex', null).script(text).begin().end();
		equal(outcome.event, 'failed', 'how it ended');
		check(['bad_answer', 'too_long'].includes(outcome.failure), `it is ${outcome.failure}`);
	}
});

test('a program that hangs, with others that it has started, is gone when one gives up', async () => {
	const turn = new Turn('claude', null, { cancel_on_input: true });
	turn.script("trap '' TERM; sleep 1000 & sleep 1000 & wait").begin();
	await until(() => turn.processes().length === 3, 'the three processes');
	equal((await turn.cancel()).event, 'cancelled', 'how it ended');
});

await run();
