// What scenarios with jobs share: a game that starts them, dies and comes back.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { check, Client, equal, Host, until } from './kit.mjs';

// A folder in which jobs work, and the game that starts them. Its port is the same when it comes back.
export class Game {
	port = 0;

	// The settings are those of worker.cpp. In a project the folder is one, with the database in it.
	constructor(worker, folder, settings, { in_project = false } = {}) {
		this.worker = worker;
		this.home = mkdtempSync(join(folder, 'jobs-'));
		this.place = join(this.home, 'place');
		this.database = in_project ? join(this.place, '.crucible', 'agent_runtime.db') : join(this.home, 'world.db');
		this.coven = in_project ? join(this.place, '.coven') : `${this.database}.coven`;
		mkdirSync(this.place);
		mkdirSync(dirname(this.database), { recursive: true });
		this.settings = JSON.stringify({ ...settings, folder: this.place });
	}

	async begin() {
		this.host = await Host.start(this.worker, this.database, this.port, [this.settings]);
		this.port = this.host.port;
		this.client = await Client.connect(this.host);
	}

	async die() {
		await this.host.kill();
	}

	async ask(request) {
		const reply = await this.client.ask(request);
		check(reply.ok, `${request.type}: ${reply.error?.message}`);
		return reply.result;
	}

	job(task_id) {
		return this.ask({ type: 'job_request', task_id });
	}

	// The first question that waits for an answer.
	async question() {
		let found;
		await until(async () => {
			const { questions } = await this.ask({ type: 'questions_request', status: 'pending' });
			found = questions[0];
			return found !== undefined;
		}, 'a question');
		return found;
	}

	answer(question, answer, more = {}) {
		return this.ask({ type: 'question_answer_request', question_id: question.id, answer, ...more });
	}

	async delivered(question) {
		await until(async () => {
			const asked = await this.ask({ type: 'question_request', question_id: question.id });
			return asked.delivery === 'taken';
		}, 'an answer that is taken');
	}

	async end_of(task_id) {
		let job;
		await until(async () => {
			job = await this.job(task_id);
			return !['starting', 'running'].includes(job.status);
		}, 'the end of a job');
		return job;
	}

	// Rows as the program sqlite3 reads them, beside the game.
	sql(query) {
		const text = execFileSync('sqlite3', ['-readonly', '-json', this.database, query], { encoding: 'utf8' });
		return text === '' ? [] : JSON.parse(text);
	}

	file(name) {
		return join(this.place, name);
	}

	// All that a job of this game has started and that lives.
	processes() {
		return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((pid) => {
			try {
				const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
				return environment.includes(`HOME=${this.home}`)
					&& environment.some((variable) => variable.startsWith('AGENT_RUNTIME_JOB='));
			} catch {
				return false;
			}
		});
	}

	// The game, and all that it has started: jobs outlive it.
	async kill_all() {
		this.host?.process.kill('SIGKILL');
		await until(() => {
			const left = this.processes();
			for (const pid of left) {
				try {
					process.kill(Number(pid), 'SIGKILL');
				} catch {
					// It has ended by itself.
				}
			}
			return left.length === 0;
		}, 'the end of all that a game has started');
	}
}

// Begins the game, and stops it in the end. Nothing of it is left, however the body ends.
export async function play(game, body) {
	const before = process.env.HOME;
	// Jobs have the environment of their game.
	Object.assign(process.env, { HOME: game.home, CODEX_HOME: game.home });
	try {
		await game.begin();
		await body();
		equal(await game.host.stop(), 0, 'how the game ended');
		await until(() => game.processes().length === 0, 'the end of all that it started');
	} finally {
		process.env.HOME = before;
		delete process.env.CODEX_HOME;
		await game.kill_all();
	}
}
