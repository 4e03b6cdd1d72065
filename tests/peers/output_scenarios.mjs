// What a job writes, as it is read by programs that nobody here wrote: an extension in miniature over
// HTTP, `eventsource`, `ws`, `jq`, `tail`, `sqlite3` and `git`, while the game dies and comes back.
//	node output_scenarios.mjs WORKER FOLDER HOST_PROGRAM
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EventSource } from 'eventsource';
import { Game, play } from './job_kit.mjs';
import { check, Client, equal, Events, members, run, test, until, within } from './kit.mjs';

const [worker, folder, host_program] = process.argv.slice(2);
const writer = join(dirname(fileURLToPath(import.meta.url)), 'job_writer.mjs');
const STREAMS = ['stdout', 'stderr'];

// The bytes of one line of output, as its record says.
function bytes_of({ data, encoding, more }) {
	const bytes = Buffer.from(data, encoding === 'base64' ? 'base64' : 'utf8');
	return more ? bytes : Buffer.concat([bytes, Buffer.from('\n')]);
}

// The order of members says nothing.
function in_order(line) {
	return JSON.stringify(members(line, 'seq', 'ts', 'stream', 'data', 'encoding', 'more'));
}

// Names the first line that differs: all of them would be much.
function same_lines(got, wanted, what) {
	const at = got.findIndex((line, i) => wanted[i] === undefined || in_order(line) !== in_order(wanted[i]));
	check(at < 0, `${what}: line ${at} is ${in_order(got[at] ?? {}).slice(0, 200)}`);
	equal(got.length, wanted.length, `${what}: how many lines there are`);
}

// A game in a project, with a job that writes what it is told to.
class Study extends Game {
	constructor() {
		super(worker, folder, { host: host_program, commands: [process.execPath, 'git'] }, { in_project: true });
		this.record = join(this.home, 'written');
	}

	async start_writer(more = {}) {
		const { task_id, output_file } = await this.ask({
			type: 'job_start_request', command: [process.execPath, writer, this.record], keeps_talking: true, ...more,
		});
		equal(output_file, join(this.coven, 'output', `${task_id}.jsonl`), 'where its output is');
		Object.assign(this, { task_id, output_file });
		await until(() => existsSync(`${this.record}.stderr`), 'the start of the writer');
	}

	tell(more) {
		return this.ask({ type: 'job_input_request', task_id: this.task_id, ...more });
	}

	write(count) {
		return this.tell({ text: String(count) });
	}

	async end_writer() {
		await this.tell({ close: true });
		return this.end_of(this.task_id);
	}

	// What its program says that it has written.
	written(stream) {
		return readFileSync(`${this.record}.${stream}`);
	}

	// The records as they stand in the file.
	stored() {
		return readFileSync(this.output_file, 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line));
	}

	path() {
		return `/agents/${this.task_id}/output`;
	}
}

async function with_study(body) {
	const game = new Study();
	await play(game, () => body(game));
}

// The lines that a client holds, whichever way they have come.
class Pane {
	lines = [];
	last_seq = 0;
	sizes = { stdout: 0, stderr: 0 };

	add(line) {
		equal(line.seq, this.last_seq + 1, 'the number of the next line');
		this.last_seq = line.seq;
		this.lines.push(line);
		this.sizes[line.stream] += bytes_of(line).length;
	}

	holds_all_of(game) {
		return STREAMS.every((stream) => this.sizes[stream] === statSync(`${game.record}.${stream}`).size);
	}

	// Nothing is missing, nothing is there twice, and nothing is another than it was.
	check_against(game) {
		same_lines(this.lines, game.stored(), 'what the file has');
		for (const stream of STREAMS) {
			const held = Buffer.concat(this.lines.filter((line) => line.stream === stream).map(bytes_of));
			check(held.equals(game.written(stream)), `${stream} is what the program has written`);
		}
		const [row] = game.sql(`SELECT last_seq, output_file FROM jobs WHERE task_id = '${game.task_id}'`);
		equal(row, { last_seq: this.last_seq, output_file: game.output_file }, 'what the database has');
	}
}

// The pane of an extension: it asks for all, then for what is new.
class AskingPane extends Pane {
	async read_on(game, parameters = {}) {
		const since = this.last_seq === 0 ? {} : { since: this.last_seq };
		const response = await within(fetch(game.host.url('http', game.path(), { ...since, ...parameters })), 'the output');
		equal(response.status, 200, 'the status');
		const page = await response.json();
		equal(page.task_id, game.task_id, 'whose output it is');
		page.lines.forEach((line) => this.add(line));
		equal([page.last_seq, page.line_count], [this.last_seq, page.lines.length], 'what the answer says of itself');
		return page;
	}

	async catch_up(game) {
		await until(async () => {
			await this.read_on(game);
			return this.holds_all_of(game);
		}, 'all that was written');
	}
}

test('spec:004.1.4 an extension shows all output, and then what is new, over deaths of the game', () => with_study(async (game) => {
	await game.start_writer();
	const pane = new AskingPane();
	await game.write(500);
	await until(() => game.written('stdout').length > 0, 'the first line');
	await pane.catch_up(game);
	const { pid } = await game.job(game.task_id);
	for (let deaths = 0; deaths < 3; deaths++) {
		await game.write(3_000);
		await game.die(); // in the midst of it
		await game.begin();
		equal(members(await game.job(game.task_id), 'status', 'pid'), { status: 'running', pid }, 'the job after a restart');
		await pane.catch_up(game);
	}
	// WHEN the daemon restarts, THEN the API returns the persisted output, to whoever comes anew too.
	await game.tell({ close: true });
	await game.die();
	await game.begin();
	equal((await game.end_of(game.task_id)).status, 'completed', 'how it ended');
	const late = new AskingPane();
	const all = await late.read_on(game);
	equal([all.more, all.status], [false, 'completed'], 'what is said of the whole');
	await pane.read_on(game);
	for (const each of [pane, late]) {
		each.check_against(game);
	}
	equal(all.line_count > 9_000, true, 'it was much');
}));

test('spec:004.1.5 pages of the output are read one after the other, and there is nothing behind the last', () => with_study(async (game) => {
	await game.start_writer();
	await game.write(2_000);
	equal((await game.end_writer()).status, 'completed', 'how it ended');
	for (const parameters of [{ limit: 77 }, { max_bytes: 20_000 }]) {
		const pane = new AskingPane();
		let page;
		do {
			page = await pane.read_on(game, parameters);
			check(page.lines.length > 0, 'each page has a line at least');
		} while (page.more);
		pane.check_against(game);
		const behind = await pane.read_on(game, parameters);
		equal(members(behind, 'lines', 'last_seq', 'more'), { lines: [], last_seq: pane.last_seq, more: false }, 'what is behind it');
	}
	const beyond = await fetch(game.host.url('http', game.path(), { since: 1_000_000 }));
	equal(members(await beyond.json(), 'lines', 'last_seq'), { lines: [], last_seq: 1_000_000 }, 'what is far beyond it');
}));

// `eventsource`, which comes back by itself with the number of the last line.
class FollowingPane extends Pane {
	cuts = 0;

	constructor(game) {
		super();
		this.source = new EventSource(game.host.url('http', game.path()));
		this.source.addEventListener('line', ({ data, lastEventId }) => {
			const line = JSON.parse(data);
			equal(lastEventId, String(line.seq), 'the id of a line');
			this.add(line);
		});
		this.source.addEventListener('error', () => {
			this.cuts++;
		});
		this.end = once(this.source, 'end').then(([{ data }]) => {
			this.source.close(); // it would come back
			return JSON.parse(data);
		});
	}
}

test('eventsource follows the output of a job through deaths of the game, up to its end', () => with_study(async (game) => {
	await game.start_writer();
	const pane = new FollowingPane(game);
	try {
		for (let deaths = 1; deaths <= 2; deaths++) {
			await game.write(2_000);
			await until(() => pane.lines.length > 0, 'the first lines');
			await game.die();
			await until(() => pane.cuts >= deaths, 'the end of the stream');
			await game.begin();
		}
		await until(() => pane.holds_all_of(game), 'all that was written');
		await game.write(10);
		const ended = await game.end_writer();
		const end = await within(pane.end, 'the end of the output');
		equal(members(end, 'status', 'last_seq'), { status: 'completed', last_seq: ended.last_seq }, 'what the end says');
		pane.check_against(game);
	} finally {
		pane.source.close();
	}
}));

// `ws`: events say that there are lines, and requests bring them.
class ToldPane extends Pane {
	async connect(game) {
		this.client = await Client.connect(game.host, this.cursor ? { since: this.cursor, entity: game.task_id } : { entity: game.task_id });
		await this.client.of_type('hello');
	}

	async read_to(last_seq, game) {
		while (this.last_seq < last_seq) {
			const { ok, result, error } = await this.client.ask({
				type: 'job_output_request', task_id: game.task_id, since: this.last_seq, limit: 10_000,
			});
			check(ok, `the output: ${error?.message}`);
			check(result.lines.length > 0, 'what an event tells of is there');
			result.lines.forEach((line) => this.add(line));
		}
	}

	// Reads what the next events tell of; the type of the last one.
	async hear(game) {
		const heard = await this.client.find(({ id, type }) => id > (this.cursor ?? 0) && type !== 'hello', 'an event');
		this.cursor = heard.id;
		if (heard.last_seq !== undefined) {
			await this.read_to(heard.last_seq, game);
		}
		return heard.type;
	}
}

test('ws hears of new lines and reads them, and goes on with its cursor when the game comes back', () => with_study(async (game) => {
	await game.start_writer();
	const pane = new ToldPane();
	await pane.connect(game);
	for (let deaths = 0; deaths < 2; deaths++) {
		await game.write(1_500);
		while (await pane.hear(game) !== 'job_output') {
		}
		await game.die();
		await game.begin();
		await pane.connect(game);
	}
	await game.tell({ close: true });
	while (await pane.hear(game) !== 'job_completed') {
	}
	pane.check_against(game);
}));

test('spec:004.5.2 events of a job that were missed come with a time, the same as the database has', () => with_study(async (game) => {
	await game.start_writer();
	const [{ since }] = game.sql("SELECT strftime('%Y-%m-%dT%H:%M:%SZ', created_at / 1000000, 'unixepoch') AS since FROM jobs");
	await game.write(200);
	await until(() => game.sql("SELECT 1 FROM events WHERE type = 'job_output'").length > 0, 'the first lines');
	await game.die();
	await game.begin();
	await game.end_writer();
	const missed = new Events(game.host, { since, entity: game.task_id });
	try {
		await missed.of_type('job_completed');
		const rows = game.sql(`SELECT id, type FROM events WHERE entity = '${game.task_id}' ORDER BY id`);
		equal(missed.logged().map((event) => members(event, 'id', 'type')), rows, 'what came');
		equal([rows[0].type, rows.at(-1).type], ['job_starting', 'job_completed'], 'the first and the last');
		check(missed.logged().every(({ task_id }) => task_id === game.task_id), 'whose events they are');
	} finally {
		missed.close();
	}
}));

test('jq and tail read the output file, while it is written and afterwards', () => with_study(async (game) => {
	await game.start_writer();
	const tail = spawn('tail', ['--lines=+1', '--follow', game.output_file], { stdio: ['ignore', 'pipe', 'ignore'] });
	const jq = spawn('jq', ['--unbuffered', '-c', '[.seq, .stream]'], { stdio: [tail.stdout, 'pipe', 'inherit'] });
	try {
		const seen = [];
		createInterface({ input: jq.stdout }).on('line', (line) => seen.push(JSON.parse(line)));
		await game.write(1_000);
		await until(() => seen.length > 100, 'lines that are followed');
		await game.write(1_000);
		const { last_seq } = await game.end_writer();
		await until(() => seen.length === last_seq, 'all lines');
		check(game.stored().every(({ seq, stream }, i) => seen[i][0] === seq && seen[i][1] === stream), 'what was followed');
	} finally {
		tail.kill();
		jq.kill();
	}
	const read = (...words) => execFileSync('jq', [...words, game.output_file], { maxBuffer: 1e9 });
	equal(read('-s', '[.[].seq] == [range(1; length + 1)]').toString().trim(), 'true', 'the numbers');
	const forms = read('-s', '-c', '[.[] | [keys[] | select(. != "encoding" and . != "more")]] | unique').toString().trim();
	equal(forms, '[["data","seq","stream","ts"]]', 'what each line has');
	const said = read('-j', 'select(.stream == "stderr") | .data, if .more then empty else "\\n" end');
	check(said.equals(game.written('stderr')), 'what the program has said');
}));

test('spec:004.2.1 sqlite3 reads the record of a job that runs in a worktree, and git knows that', () => with_study(async (game) => {
	const git = (...words) => execFileSync('git', ['-C', game.place, ...words], { encoding: 'utf8' }).trim();
	const config = ['-c', 'user.name=A test', '-c', 'user.email=test@example.invalid'];
	git('init', '--quiet', '--initial-branch=main');
	git(...config, 'commit', '--quiet', '--allow-empty', '-m', 'first');
	await game.start_writer({ worktree: true });
	await until(async () => (await game.job(game.task_id)).status === 'running', 'the start');
	const [row] = game.sql('SELECT task_id, status, worktree, branch, pid, output_file FROM jobs');
	const job = await game.job(game.task_id);
	equal(row, members(job, 'task_id', 'status', 'worktree', 'branch', 'pid', 'output_file'), 'the record');
	equal([row.status, row.branch, row.worktree], ['running', `coven/${row.task_id}`, join(game.coven, 'worktrees', row.task_id)], 'its state');
	check(existsSync(`/proc/${row.pid}`), 'its process');
	check(git('worktree', 'list', '--porcelain').includes(`worktree ${row.worktree}\n`), 'git knows it');
	check(!git('status', '--porcelain', '--untracked-files=all').includes('.coven'), 'the project is as clean as before');
	await game.end_writer();
	equal(game.sql('PRAGMA integrity_check'), [{ integrity_check: 'ok' }], 'the database');
}));

test('git itself works in a worktree as a job, and what it has done is lost by no purge', () => with_study(async (game) => {
	const git = (...words) => execFileSync('git', ['-C', game.place, ...words], { encoding: 'utf8' }).trim();
	const config = ['-c', 'user.name=A test', '-c', 'user.email=test@example.invalid'];
	git('init', '--quiet', '--initial-branch=main');
	writeFileSync(game.file('notes.md'), 'first\n');
	git('add', 'notes.md');
	git(...config, 'commit', '--quiet', '-m', 'first');
	const start = async (...words) => {
		const { task_id } = await game.ask({ type: 'job_start_request', command: ['git', ...words], worktree: true });
		const job = await game.end_of(task_id);
		equal(job.status, 'completed', `how git ${words.at(-1)} ended`);
		return job;
	};
	const purge = ({ task_id }) => game.ask({ type: 'job_purge_request', task_id });
	const looks = await start('status');
	const commits = await start(...config, 'commit', '--quiet', '--allow-empty', '-m', 'by the job');
	equal(git('log', '-1', '--format=%s', commits.branch), 'by the job', 'its commit');
	equal(git('log', '-1', '--format=%s', 'main'), 'first', 'the branch of the project');
	// What holds nothing goes with its branch.
	await purge(looks);
	equal([existsSync(looks.worktree), git('branch', '--list', looks.branch)], [false, ''], 'the one without work');
	// A commit that is nowhere else stays.
	const { jobs: [kept] } = await purge(commits);
	equal(kept.kept_worktree, commits.worktree, 'what is said of the one with work');
	equal([existsSync(commits.worktree), git('log', '-1', '--format=%s', commits.branch)], [true, 'by the job'], 'the one with work');
	git('fsck', '--strict');
	equal(git('status', '--porcelain', '--untracked-files=no'), '', 'the project');
}));

await run();
