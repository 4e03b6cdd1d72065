// The program of a job, which writes when it is told to, and keeps a record of what it has written.
//	node job_writer.mjs RECORD
// Each line of its input is a number: so many lines it writes, of all kinds and on both streams, without
// a pause. RECORD.stdout and RECORD.stderr get the same bytes. It ends with its input.
import { appendFileSync, writeFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [record] = process.argv.slice(2);
const STREAMS = [{ file: 1, name: 'stdout' }, { file: 2, name: 'stderr' }];
const LONGEST = 300_000;

let seed = 16;
function chance(most) {
	seed = (seed * 48_271) % 2_147_483_647;
	return seed % most;
}

function some_line(number, { name }) {
	switch (chance(10)) {
		case 0: return Buffer.from('');
		case 1: return Buffer.from(`${number} ${'x'.repeat(chance(2_000))}`);
		case 2: return Buffer.from(`{"seq":${number},"stream":"stderr","data":"like a record"}\r`);
		case 3: return Buffer.from(`${number} Grüße 🥖 "quoted" \\ \u001b[31mred`);
		// What is no UTF-8 comes on one stream, so that the other one can be read by everybody.
		case 4: return name === 'stdout' ? Buffer.from([0xff, 0xc3, 0x28, 0x00, 0xfe]) : Buffer.from(`${number}`);
		default: return Buffer.from(`line ${number}`);
	}
}

function write({ file, name }, bytes) {
	for (let at = 0; at < bytes.length;) {
		try {
			at += writeSync(file, bytes, at);
		} catch (error) {
			if (error.code !== 'EAGAIN') {
				throw error;
			}
		}
	}
	appendFileSync(`${record}.${name}`, bytes);
}

for (const { name } of STREAMS) {
	writeFileSync(`${record}.${name}`, '');
}
let number = 0;
for await (const count of createInterface({ input: process.stdin })) {
	for (let left = Number(count); left > 0; left--) {
		number++;
		const stream = STREAMS[chance(3) === 0 ? 1 : 0];
		const line = number % 1_000 === 0 ? Buffer.alloc(LONGEST, 'y') : some_line(number, stream);
		write(stream, Buffer.concat([line, Buffer.from('\n')]));
	}
}
