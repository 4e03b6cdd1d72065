// Claude Code and Codex, the real programs, as jobs: they ask, and are answered, while games come
// and go.
//	node job_scenarios.mjs WORKER FOLDER HOST_PROGRAM
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Game, play } from './job_kit.mjs';
import { check, equal, run, test, until } from './kit.mjs';
import { start } from './model_server.mjs';

const [worker, folder, host_program] = process.argv.slice(2);
const modules = join(dirname(fileURLToPath(import.meta.url)), 'node_modules');
const MODEL = 'claude-sonnet-4-5'; // one whose prices the program knows
const KEY = 'invented-key-4711';
const PROGRAMS = {
	claude: join(modules, '@anthropic-ai', `claude-code-${process.platform}-${process.arch}`, 'claude'),
	codex: join(modules, '.bin', 'codex'),
};

// What the model wants to use, in the form of each program.
const bash = (command) => ({
	tool_calls: [{ name: 'Bash', arguments: { command, description: 'Do it' } }],
});
const codex_command = (cmd) => ({
	tool_calls: [{
		name: 'exec_command',
		arguments: { cmd, sandbox_permissions: 'require_escalated', justification: 'It writes a file.' },
	}],
});
const choice = {
	tool_calls: [{
		name: 'AskUserQuestion',
		arguments: {
			questions: [{
				question: 'Which colour?', header: 'Colour', multiSelect: false,
				options: [{ label: 'Red', description: 'Like a rose' }, { label: 'Blue', description: '' }],
			}],
		},
	}],
};

// A game whose jobs are these programs.
class Workshop extends Game {
	async start_job(program, more = {}) {
		const { task_id } = await this.ask({
			type: 'job_start_request', program, prompt: 'Make a file.',
			model: program === 'claude' ? MODEL : 'fake-model', ...more,
		});
		return task_id;
	}
}

function with_game(script, body, dollars = 10) {
	return with_server(script, async (server) => {
		const game = new Workshop(worker, folder, { ...PROGRAMS, host: host_program, server: server.url, dollars });
		await play(game, () => body(game, server));
		for (const name of readdirSync(game.coven, { recursive: true })) {
			const path = join(game.coven, name);
			check(!/\.jsonl?$/.test(name) || !readFileSync(path, 'utf8').includes(KEY), `a key is in ${name}`);
		}
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

test('claude: a permission is answered after the game was killed, and taken', () =>
	with_game({ answers: [bash('touch notes.md')], otherwise: { text: 'Done.' } }, async (game) => {
		const job = await game.start_job('claude');
		const asked = await game.question();
		equal([asked.kind, asked.prompt, asked.detail.tool], ['permission', 'Bash: touch notes.md', 'Bash'], 'the question');
		const { pid } = await game.job(job);
		await game.die();
		check(!existsSync(game.file('notes.md')), 'it has not waited');
		const row = () => game.sql('SELECT id, task_id, prompt, json(options) AS options, status, response FROM questions');
		const asks = { id: asked.id, task_id: job, prompt: asked.prompt, options: JSON.stringify(asked.options) };
		equal(row(), [{ ...asks, status: 'pending', response: null }], 'the question in the database');
		await game.begin();
		const { status, pid: same } = await game.job(job);
		equal([status, same], ['running', pid], 'the job after the restart');
		const again = await game.question();
		equal(again.id, asked.id, 'the question after the restart');
		await game.answer(again, 'allow');
		await game.delivered(again);
		equal(row(), [{ ...asks, status: 'answered', response: 'allow' }], 'the answer in the database');
		const ended = await game.end_of(job);
		equal([ended.status, ended.exit_code], ['completed', 0], 'how it ended');
		check(existsSync(game.file('notes.md')), 'the file is made');
		check(ended.dollars > 0, 'what it cost is told');
	}));

test('claude: what its model asks is a choice', () =>
	with_game({ answers: [choice], otherwise: { text: 'Done.' } }, async (game, server) => {
		const job = await game.start_job('claude');
		const asked = await game.question();
		equal([asked.kind, asked.prompt, asked.options], ['choice', 'Which colour?', ['Red', 'Blue']], 'the question');
		await game.answer(asked, 'Blue');
		equal((await game.end_of(job)).status, 'completed', 'how it ended');
		const told = JSON.stringify(server.log.at(-1).body.messages);
		check(told.includes('Which colour?') && told.includes('Blue'), 'the model is told');
	}));

test('claude: a permission is denied with a reason, another one changed', () =>
	with_game({ answers: [bash('touch a.md'), bash('touch b.md')], otherwise: { text: 'Done.' } }, async (game, server) => {
		const job = await game.start_job('claude');
		await game.answer(await game.question(), 'deny', { message: 'Not that one, please.' });
		const second = await game.question();
		equal(second.prompt, 'Bash: touch b.md', 'the second question');
		await game.answer(second, 'allow', { input: { command: 'touch changed.md' } });
		equal((await game.end_of(job)).status, 'completed', 'how it ended');
		check(JSON.stringify(server.log[1].body.messages).includes('Not that one, please.'), 'the reason is told');
		equal(['a.md', 'b.md', 'changed.md'].map((name) => existsSync(game.file(name))), [false, false, true], 'the files');
	}));

test('claude: an interrupt withdraws its question', () =>
	with_game({ answers: [bash('touch a.md')], otherwise: { text: 'Done.' } }, async (game) => {
		const task_id = await game.start_job('claude');
		const asked = await game.question();
		await game.ask({ type: 'job_input_request', task_id, interrupt: true });
		await until(async () => {
			const { status } = await game.ask({ type: 'question_request', question_id: asked.id });
			return status === 'withdrawn';
		}, 'a question that is withdrawn');
		await game.end_of(task_id);
		check(!existsSync(game.file('a.md')), 'nothing was done');
	}));

test('claude: one that is killed leaves nothing behind, and is resumed without being told twice', () =>
	with_game({ answers: [bash('touch a.md && tail -f a.md')], otherwise: { text: 'Done.' } }, async (game, server) => {
		const task_id = await game.start_job('claude');
		await game.answer(await game.question(), 'allow');
		await until(() => game.processes().some((pid) => cmdline(pid).startsWith('tail')), 'its child');
		await game.ask({ type: 'job_kill_request', task_id, reason: 'enough' });
		equal((await game.end_of(task_id)).status, 'killed', 'how it ended');
		await until(() => game.processes().length === 0, 'the end of its processes');
		const asked = server.log.length;
		await game.ask({ type: 'job_resume_request', task_id, prompt: 'Go on.' });
		const ended = await game.end_of(task_id);
		equal([ended.status, ended.attempt], ['completed', 2], 'how the second attempt ended');
		equal(server.log.length - asked, 1, 'the questions to the model');
		const told = JSON.stringify(server.log.at(-1).body.messages);
		check(told.includes('Make a file.') && told.includes('Go on.'), 'it goes on with its conversation');
	}));

test('claude: a budget ends it', () =>
	with_game({ otherwise: { ...bash('true'), usage: { input: 20_000, output: 500 } } }, async (game, server) => {
		const task_id = await game.start_job('claude', { limits: { dollars: 0.1 } });
		const ended = await game.end_of(task_id);
		equal(ended.status, 'failed', 'how it ended');
		check(server.log.length <= 3, 'the questions to the model');
		check(ended.dollars >= 0.1 && ended.dollars < 0.3, `what it cost: ${ended.dollars}`);
	}));

test('codex: an approval is answered after the game was killed', () =>
	with_game({ answers: [codex_command('touch notes.md')], otherwise: { text: 'Done.' } }, async (game) => {
		const job = await game.start_job('codex');
		const asked = await game.question();
		equal([asked.kind, asked.detail.tool], ['permission', 'command'], 'the question');
		check(asked.prompt.includes('touch notes.md'), 'what it is about');
		await game.die();
		await game.begin();
		await game.answer(await game.question(), 'allow');
		await game.delivered(asked);
		const ended = await game.end_of(job);
		equal([ended.status, ended.exit_code], ['completed', 0], 'how it ended');
		check(existsSync(game.file('notes.md')), 'the file is made');
	}));

test('codex: a denial is told, and a resumed thread goes on', () =>
	with_game({ answers: [codex_command('touch notes.md')], otherwise: { text: 'Done.' } }, async (game, server) => {
		const task_id = await game.start_job('codex');
		await game.answer(await game.question(), 'deny');
		equal((await game.end_of(task_id)).status, 'completed', 'how it ended');
		check(!existsSync(game.file('notes.md')), 'nothing was done');
		const asked = server.log.length;
		await game.ask({ type: 'job_resume_request', task_id, prompt: 'Go on.' });
		equal((await game.end_of(task_id)).status, 'completed', 'how the second attempt ended');
		equal(server.log.length - asked, 1, 'the questions to the model');
		check(JSON.stringify(server.log.at(-1).body.input).includes('Make a file.'), 'it knows what was said');
	}));

test('git: a job works in a worktree of its own, which stays while work is in it', () =>
	with_game({ answers: [bash('touch notes.md')], otherwise: { text: 'Done.' } }, async (game) => {
		const git = (...words) => execFileSync('git', ['-C', game.place, ...words], { encoding: 'utf8' });
		git('init', '--quiet', '--initial-branch=main');
		git('-c', 'user.name=A test', '-c', 'user.email=test@example.invalid', 'commit', '--quiet', '--allow-empty', '-m', 'first');
		const task_id = await game.start_job('claude', { worktree: true });
		await game.answer(await game.question(), 'allow');
		const { worktree, branch } = await game.job(task_id);
		equal((await game.end_of(task_id)).status, 'completed', 'how it ended');
		check(git('worktree', 'list').includes(branch), 'git knows it');
		check(existsSync(join(worktree, 'notes.md')) && !existsSync(game.file('notes.md')), 'where it worked');
		await game.ask({ type: 'job_purge_request', task_id });
		check(existsSync(join(worktree, 'notes.md')), 'its work is there after the purge');
	}));

function cmdline(pid) {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
	} catch {
		return '';
	}
}

await run();
