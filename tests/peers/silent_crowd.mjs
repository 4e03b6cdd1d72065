// A crowd of connections that say next to nothing and come back when they are turned away. Runs as
// a worker of attack_scenarios.mjs, so that it does not slow down those who have something to say.
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const MOST_CONNECTIONS = 20_000;
const { port, count } = workerData;
let connections = 0;

function come() {
	if (++connections > MOST_CONNECTIONS) {
		return;
	}
	const socket = connect(port, '127.0.0.1');
	socket.on('error', () => {});
	socket.on('close', come);
	socket.write('G');
	if (connections === 2 * count) {
		parentPort.postMessage('all of them were turned away');
	}
}

for (let i = 0; i < count; i++) {
	come();
}
