// Programs that call models for money, with their books in one file: nobody touches the calls of
// another that lives, those of one that was killed count in full, once, and caps hold for all.
//	node books_scenarios.mjs ASKER FOLDER
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { check, equal, run, test, within } from './kit.mjs';
import { start } from './model_server.mjs';

const [program, folder] = process.argv.slice(2);
// Micro-dollars for each token; uneven, so that no sum is right by chance.
const [INPUT, OUTPUT] = [3, 17];
const PRICES = JSON.stringify({
	models: [{ provider: 'openai', model: 'fake-model', input: INPUT, cached_input: 1, output: OUTPUT }],
});

function cost_of({ input, output }) {
	return input * INPUT + output * OUTPUT;
}

class Asker {
	events = [];
	waiting = [];
	said = '';

	static async start(database, server, caps = {}) {
		const asker = new Asker();
		asker.process = spawn(program, [database, server.url, PRICES, JSON.stringify(caps)],
			{ stdio: ['pipe', 'pipe', 'pipe'] });
		asker.exited = once(asker.process, 'exit');
		asker.process.stderr.on('data', (data) => {
			asker.said += data;
		});
		createInterface({ input: asker.process.stdout }).on('line', (line) => {
			asker.events.push(JSON.parse(line));
			asker.waiting = asker.waiting.filter((look) => !look());
		});
		await asker.next('asker', 'ready');
		return asker;
	}

	send(line) {
		this.process.stdin.write(`${JSON.stringify(line)}\n`);
	}

	ask(name, accounts = [`agent:${name}`, 'group:town']) {
		this.send({ ask: name, accounts });
	}

	// The first of these events of this name that has not been taken.
	next(name, ...events) {
		return within(new Promise((resolve) => {
			const look = () => {
				const at = this.events.findIndex((each) => each.of === name && events.includes(each.event));
				if (at >= 0) {
					resolve(this.events.splice(at, 1)[0]);
				}
				return at >= 0;
			};
			if (!look()) {
				this.waiting.push(look);
			}
		}), `${events.join(' or ')} of ${name}, after ${JSON.stringify(this.events)} ${this.said}`);
	}

	end_of(name) {
		return this.next(name, 'answered', 'failed');
	}

	async answer_to(name, accounts) {
		this.ask(name, accounts);
		equal((await this.end_of(name)).event, 'answered', `the end of ${name}`);
	}

	async report(account = 'total') {
		this.send({ report: account });
		return this.next(account, 'report');
	}

	async stop() {
		this.process.stdin.end();
		const [code] = await within(this.exited, 'the end of an asker');
		equal(code, 0, `how it ended: ${this.said}`);
	}

	async kill() {
		this.process.kill('SIGKILL');
		await within(this.exited, 'the death of an asker');
	}
}

// What each has heard the end of stands in the file when it has looked there itself.
async function all_written(askers) {
	await Promise.all(askers.map((asker) => asker.report()));
}

// Programs on a new file, and the server that they ask.
async function with_askers(count, caps, body) {
	const database = join(mkdtempSync(join(folder, 'books-')), 'books.db');
	const server = await start();
	const askers = [];
	const begin = async () => {
		askers.push(await Asker.start(database, server, caps));
		return askers.at(-1);
	};
	try {
		for (let i = 0; i < count; i++) {
			await begin();
		}
		await body(askers.slice(), server, begin);
		for (const asker of askers.filter(({ process }) => process.exitCode === null && !process.killed)) {
			await asker.stop();
		}
	} finally {
		for (const asker of askers) {
			asker.process.kill('SIGKILL');
		}
		await server.stop();
	}
}

// Each call has a price of its own.
const USAGES = Array.from({ length: 24 }, (_, i) => ({ input: 50 + 7 * i, output: 11 + 13 * (i % 5) }));

function script_of(usages) {
	return usages.map((usage) => ({ text: 'Yes.', usage }));
}

test('three programs call models at once, one is killed in mid-call: the books are exact', () => with_askers(3, {}, async ([first, second, third], server, begin) => {
	server.set_script([{ when: 'unending', pieces: ['So…'], fault: 'silence' }, ...script_of(USAGES)]);
	// One call of the third is on its way for as long as it lives.
	third.ask('unending', ['agent:cy', 'group:town']);
	await third.next('unending', 'wrote');
	const held = (await first.report()).reserved;
	check(held.paid_calls === 1 && held.micro_dollars > 0, `what is held: ${JSON.stringify(held)}`);
	const askers = [first, second, third];
	for (let i = 0; i < 18; i++) {
		askers[i % 3].ask(`call ${i}`, [`agent:${i % 3}`, 'group:town']);
	}
	for (let i = 0; i < 18; i++) {
		equal((await askers[i % 3].end_of(`call ${i}`)).event, 'answered', `the end of call ${i}`);
	}
	const spent = (usages) => usages.reduce((sum, usage) => sum + cost_of(usage), 0);
	await all_written(askers);
	for (const asker of askers) {
		const { spent: told, reserved } = await asker.report('group:town');
		equal([told.micro_dollars, told.paid_calls], [spent(USAGES.slice(0, 18)), 18], 'what all have spent');
		equal(reserved, held, 'what is held while it lives');
	}
	await third.kill();
	const all = spent(USAGES) + held.micro_dollars;
	// Both find it at once, and so does one that starts.
	const [, , fourth] = await Promise.all([first.report(), second.report(), begin()]);
	for (let i = 18; i < 24; i++) {
		await [first, second, fourth][i % 3].answer_to(`call ${i}`, [`agent:${i % 3}`, 'group:town']);
	}
	await all_written([first, second, fourth]);
	for (const asker of [first, second, fourth]) {
		for (const account of ['group:town', 'total']) {
			const { spent: told, reserved } = await asker.report(account);
			equal([told.micro_dollars, told.paid_calls, told.calls], [all, 25, 25], `the books of ${account}`);
			equal(Object.values(reserved), [0, 0, 0, 0], 'what is held');
		}
		equal((await asker.report('agent:cy')).spent, held, 'what the killed call counts as');
	}
	const found = [first, second, fourth].filter(({ said }) => said.includes('had not ended'));
	equal(found.length, 1, 'how many have counted the killed call');
}));

test('a cap on calls holds for three programs together', () => with_askers(3, { paid_calls: 10 }, async (askers, server) => {
	const names = askers.flatMap((asker, i) => Array.from({ length: 8 }, (_, j) => [asker, `call ${i}.${j}`]));
	for (const [asker, name] of names) {
		asker.ask(name);
	}
	const ends = [];
	for (const [asker, name] of names) {
		ends.push(await asker.end_of(name));
	}
	const failed = ends.filter(({ event }) => event === 'failed');
	equal(ends.length - failed.length, 10, 'how many were answered');
	for (const { failure, message } of failed) {
		equal(failure, 'budget_exhausted', 'why the others were not');
		check(message.includes('total has spent 10 paid calls of 10 paid calls'), `the message says why: ${message}`);
	}
	equal(server.report().requests.length, 10, 'how often the server was asked');
	await all_written(askers);
	equal((await askers[0].report()).spent.paid_calls, 10, 'the books');
}));

test('a cap on money is not passed by what three programs spend at once', () => with_askers(3, { micro_dollars: 40_000 }, async (askers, server) => {
	const usage = { input: 200, output: 90 };
	server.set_script({ otherwise: { text: 'Yes.', usage } });
	const names = askers.flatMap((asker, i) => Array.from({ length: 10 }, (_, j) => [asker, `call ${i}.${j}`]));
	for (const [asker, name] of names) {
		asker.ask(name);
	}
	let answered = 0;
	for (const [asker, name] of names) {
		const { event, failure } = await asker.end_of(name);
		answered += event === 'answered' ? 1 : 0;
		check(event === 'answered' || failure === 'budget_exhausted', `${name} ended with ${failure}`);
	}
	await all_written(askers);
	const { spent } = await askers[2].report();
	equal(spent.micro_dollars, answered * cost_of(usage), 'the books');
	equal(server.report().requests.length, answered, 'how often the server was asked');
	// As far as it goes, and no further.
	check(spent.micro_dollars <= 40_000 && spent.micro_dollars > 40_000 - 2 * cost_of(usage), `spent ${spent.micro_dollars}`);
}));

test('who waits for the call of another goes on when that one is killed', () => with_askers(2, { micro_dollars: 6_000 }, async ([first, second], server) => {
	server.set_script([{ when: 'unending', pieces: ['So…'], fault: 'silence' }, { text: 'Yes.', usage: USAGES[0] }]);
	second.ask('unending');
	await second.next('unending', 'wrote');
	first.ask('waiting');
	const { reserved: held } = await first.report();
	// While it is on its way it might cost twice as much as is held; counted in full it leaves room.
	check(3 * held.micro_dollars > 6_000 && 2 * held.micro_dollars <= 6_000, `what is held: ${held.micro_dollars}`);
	equal(first.events.filter(({ of }) => of === 'waiting'), [], 'what came of the other call');
	await second.kill();
	equal((await first.end_of('waiting')).event, 'answered', 'the end of who waited');
	const { spent } = await first.report();
	equal(spent.micro_dollars, held.micro_dollars + cost_of(USAGES[0]), 'the books');
	equal(server.report().requests.length, 2, 'how often the server was asked');
}));

await run();
