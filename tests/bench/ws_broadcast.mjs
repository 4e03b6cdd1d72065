// Broadcasts the lines of a file to WebSockets with `ws`: what gateway.fanout is held against.
//	node ws_broadcast.mjs FILE CLIENTS AHEAD
// Prints its port, begins when all clients have come, and ends when they go. About AHEAD texts may
// wait for a client.
import { readFileSync } from 'node:fs';
import { WebSocketServer } from 'ws';

const [file, count, ahead] = process.argv.slice(2);
const texts = readFileSync(file, 'utf8').trimEnd().split('\n');
const most_bytes = Number(ahead) * texts[0].length;
const AT_ONCE = 20;
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
let next = 0;

function broadcast() {
	const waits = [...server.clients].some((client) => client.bufferedAmount > most_bytes);
	for (let i = 0; !waits && i < AT_ONCE && next < texts.length; i++, next++) {
		for (const client of server.clients) {
			client.send(texts[next]);
		}
	}
	if (next < texts.length) {
		setImmediate(broadcast);
	}
}

server.on('connection', (socket) => {
	socket.on('error', () => {});
	socket.on('close', () => process.exit(0));
	if (server.clients.size === Number(count)) {
		broadcast();
	}
});
server.on('listening', () => console.log(server.address().port));
