// Connections that send the same bytes for as long as they are taken. Runs as a worker of
// attack_scenarios.mjs, so that it does not slow down those who have something to say.
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const MOST_BYTES = 52_428_800;
const PIECE_BYTES = 65_536;
const { port, count, head, bytes } = workerData;
const piece = Buffer.from(bytes.repeat(Math.ceil(PIECE_BYTES / bytes.length)));
let open = count;

function flood() {
	const socket = connect(port, '127.0.0.1');
	let sent = 0;
	const send = () => {
		sent += piece.length;
		return sent > MOST_BYTES ? socket.destroy() : socket.write(piece, send);
	};
	socket.on('error', () => {});
	socket.on('close', () => {
		if (--open === 0) {
			parentPort.postMessage('all of them have ended');
		}
	});
	socket.resume();
	socket.write(head, send);
}

for (let i = 0; i < count; i++) {
	flood();
}
