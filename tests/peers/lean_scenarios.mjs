// Programs of our own that have no world: one visits a game that runs, one needs no thread.
//	node lean_scenarios.mjs VISITOR FOLDER NOTEBOOK GODOT PROJECT
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { check, equal, Events, Host, run, test, within } from './kit.mjs';

const [visitor, folder, notebook, engine, project] = process.argv.slice(2);
const LONGEST_GAME = 120; // seconds
const MOST_BYTES = 4_000_000;

// The rooms of which a program has linked something, by the linker's map beside it.
function rooms_in(program) {
	const map = readFileSync(`${program}.map`, 'utf8');
	const [, taken] = map.split('Archive member included');
	const [members] = taken.split('Discarded input sections');
	return new Set([...members.matchAll(/libagent_runtime_core\.a\((\w+)-\w+\.os\)/g)].map(([, room]) => room));
}

// The names that a program wants of the system's libraries.
function wanted_names(program) {
	return execFileSync('nm', ['--dynamic', '--undefined-only', program], { encoding: 'utf8' });
}

// What a game prints, one object a line, as it comes.
class Game {
	told = [];
	output = '';

	constructor(database, ...wish) {
		this.process = spawn('timeout', ['--kill-after=5', String(LONGEST_GAME), engine, '--headless', '--path',
			project, 'res://games/village.tscn', '--', database, ...wish], { stdio: ['ignore', 'pipe', 'pipe'] });
		this.exited = once(this.process, 'exit');
		this.process.stderr.on('data', (data) => {
			this.output += data;
		});
		this.lines = createInterface({ input: this.process.stdout });
		this.lines.on('line', (line) => {
			this.output += `${line}\n`;
			if (line.startsWith('{')) {
				this.told.push(JSON.parse(line));
			}
		});
	}

	async find(wanted, what) {
		while (!this.told.some(wanted)) {
			await within(Promise.race([once(this.lines, 'line'), this.exited.then(([code]) => {
				throw new Error(`the game ended with code ${code}:\n${this.output}`);
			})]), what);
		}
		return this.told.find(wanted);
	}
}

function visit(database, text) {
	const [id, ...events] = execFileSync(visitor, [database, text], { encoding: 'utf8', timeout: 20_000 })
		.trimEnd().split('\n');
	return { id: Number(id), events: events.map((line) => JSON.parse(line)) };
}

test('lean: what a visitor writes beside a game is a signal there, and on its streams', async () => {
	const home = mkdtempSync(join(folder, 'visit-'));
	const database = join(home, 'village.db');
	const end = join(home, 'end');
	const game = new Game(database, `quit-when=${end}`, 'open');
	const { port, token_path } = await game.find(({ what }) => what === 'started', 'the game');
	await game.find(({ what, name }) => what === 'spawned' && name === 'Bruno', 'the agents');
	const stream = new Events(Object.assign(new Host(), { port, token: readFileSync(token_path, 'utf8').trim() }));
	await stream.of_type('hello');
	const { id, events } = visit(database, 'Good day!');
	const on_stream = await stream.of_type('note_left');
	equal([on_stream.id, on_stream.text], [id, 'Good day!'], 'on the stream');
	const signal = await game.find(({ what, type }) => what === 'event' && type === 'note_left', 'the signal');
	equal([signal.subject, signal.data.text], ['', 'Good day!'], 'in the game');
	check(events.some(({ type, name }) => type === 'agent_spawned' && name === 'Ada'), 'the game\'s events are read');
	check(events.some((event) => event.id === id && event.type === 'note_left'), 'its own is among them');
	stream.close();
	writeFileSync(end, '');
	equal(await within(game.exited, 'the end of the game'), [0, null], `how the game ended:\n${game.output}`);
});

test('lean: a visitor leaves its note where no game runs', () => {
	const database = join(mkdtempSync(join(folder, 'visit-')), 'village.db');
	visit(database, 'first');
	equal(visit(database, 'second').events.map(({ text }) => text), ['first', 'second'], 'the notes');
});

test('lean: a visitor links nothing of agents and worlds', () => {
	const rooms = rooms_in(visitor);
	for (const room of ['base', 'requests', 'store', 'log', 'services']) {
		check(rooms.has(room), `${room} is linked: the map is read rightly`);
	}
	for (const room of ['agents', 'world', 'mind', 'runtime', 'auto_mode', 'models', 'built_in', 'providers']) {
		check(!rooms.has(room), `something of ${room} is linked`);
	}
});

test('lean: a notebook answers requests on one thread', async () => {
	const database = join(mkdtempSync(join(folder, 'notebook-')), 'notes.db');
	const program = spawn(notebook, [database], { stdio: ['pipe', 'pipe', 'inherit'] });
	const exited = once(program, 'exit');
	const replies = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
	const ask = async (request) => {
		program.stdin.write(`${JSON.stringify(request)}\n`);
		return JSON.parse((await within(replies.next(), 'a reply')).value);
	};
	const added = await ask({ type: 'note_add_request', request_id: 'a', text: 'Buy bread.' });
	equal([added.request_id, added.ok, added.result.id], ['a', true, 1], 'the reply');
	const refused = await ask({ type: 'note_add_request' });
	equal([refused.ok, refused.error.field], [false, 'text'], 'a refusal');
	equal((await ask({ type: 'notes_request' })).result.notes, ['Buy bread.'], 'the notes');
	const threads = readFileSync(`/proc/${program.pid}/status`, 'utf8').match(/^Threads:\s*(\d+)$/m)[1];
	equal(threads, '1', 'its threads');
	program.stdin.end();
	equal(await within(exited, 'its end'), [0, null], 'how it ended');
});

test('lean: a notebook links no thread, no Asio, no TLS, and is small', () => {
	const names = wanted_names(notebook);
	check(names.includes('fsync') || names.includes('fdatasync'), 'the names are read rightly');
	for (const name of ['pthread_create', 'thrd_create', '_ZNSt6thread', 'epoll_create', 'SSL_']) {
		check(!names.includes(name), `it wants ${name}`);
	}
	const rooms = rooms_in(notebook);
	for (const room of ['io', 'beast_tls', 'gateway', 'services', 'agents', 'world']) {
		check(!rooms.has(room), `something of ${room} is linked`);
	}
	const stripped = join(mkdtempSync(join(folder, 'notebook-')), 'stripped');
	copyFileSync(notebook, stripped);
	execFileSync('strip', [stripped]);
	check(statSync(stripped).size < MOST_BYTES, `it has ${statSync(stripped).size} bytes`);
});

await run();
