// A model that nobody runs: a small server on this machine that speaks what clients of models speak,
// and goes wrong on demand. Anthropic's messages, OpenAI's chat completions and responses.
//
//	node model_server.mjs [--port N] [--seconds 300] [--tls [--name DNS:localhost]] [--key KEY]
//
// prints `PORT`, with TLS `PORT CERTIFICATE-FILE`, and ends with its input or after the seconds. In
// node: `const server = await start({ tls: true }); … await server.stop();`
//
// Without a script each answer says what it was told last. POST /_script takes a list of answers that
// are used in order, or { answers, otherwise } with what comes after the last. An answer, all of it
// optional:
//	text, pieces [text…]         what is said, and how it is cut (default: word by word)
//	tool_calls [{ id, name, arguments }], stop, usage { input, cached, written, output }
//	when, model                  only for requests whose body holds this text, whose model is this one
//	repeat                       how many times it is used (default 1)
//	delay_head, delay_first, delay_between     milliseconds
//	write_bytes                  the stream is written in parts of so many bytes
//	status, retry_after, type, message         an error instead; retry_after "date:2" is a date
//	fault, after                 goes wrong after so many pieces (default 1):
//	  cut_off (in mid-event, the connection is cut)   ends_early (the stream just ends)
//	  error_event      invalid_utf8      giant_line (`bytes`, default 50 MB)
//	  never_ending     silence           hang (no head comes)     wrong_content_type
//	  garbage (a data line that is no JSON)     whole (no stream, though one was asked for)
// GET /_log tells the requests so far ({ path, model, stream, had_key, ended, body }) and
// open_connections, open_streams, most_streams, left (answers not used). No key is ever in it.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { DIALECTS, text_of } from './model_dialects.mjs';

const LONGEST_ECHO = 200;
const LONGEST_LOG = 2_000;
const GIANT_LINE = 50_000_000;
const WRITE_BYTES = 65_536;
const SSE = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
const ERROR_TYPES = {
	400: 'invalid_request_error', 401: 'authentication_error', 403: 'permission_error',
	404: 'not_found_error', 413: 'request_too_large', 429: 'rate_limit_error', 500: 'api_error',
	529: 'overloaded_error',
};

// A key and a certificate that nobody has signed but itself.
function make_certificate(folder, name) {
	const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
	execFileSync('openssl', [
		'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes',
		'-days', '2', '-subj', '/CN=fake model server', '-addext', `subjectAltName=${name}`,
		'-keyout', key, '-out', certificate,
	], { stdio: 'pipe' });
	return { key: readFileSync(key), cert: readFileSync(certificate), file: certificate };
}

function words_of(text) {
	return text.match(/\s*\S+\s*?(?=\s|$)|\s+/gu) ?? [];
}

function tokens_of(text) {
	return Math.max(1, Math.ceil(text.length / 4));
}

// What an entry of the script, or none, says to a request.
function answer_to(entry, said, body_text) {
	const last = said.filter((message) => message.role === 'user').at(-1);
	const told = text_of(last?.content).slice(0, LONGEST_ECHO);
	const text = entry.text ?? entry.pieces?.join('') ?? (entry.tool_calls ? '' : `You said: ${told}`);
	const tool_calls = (entry.tool_calls ?? []).map((call, index) => ({
		id: call.id ?? `call_${index + 1}`,
		name: call.name,
		arguments: typeof call.arguments === 'string' ? call.arguments
			: JSON.stringify(call.arguments ?? {}),
	}));
	const usage = {
		input: tokens_of(body_text), cached: 0, written: 0, output: tokens_of(text), ...entry.usage,
	};
	return { text, pieces: entry.pieces ?? words_of(text), tool_calls, usage, stop: entry.stop };
}

// One answer on its way. `gone` when the client has hung up.
class Reply {
	constructor(response, entry) {
		this.response = response;
		this.entry = entry;
		this.gone = false;
		this.aborted = new AbortController();
		response.on('close', () => {
			this.gone = true;
			this.aborted.abort();
		});
		response.on('error', () => {});
	}

	async wait(milliseconds) {
		if (milliseconds > 0 && !this.gone) {
			await sleep(milliseconds, null, { signal: this.aborted.signal }).catch(() => {});
		}
	}

	async forever() {
		while (!this.gone) {
			await this.wait(1_000);
		}
	}

	async write(frame) {
		const bytes = Buffer.from(frame);
		const size = this.entry.write_bytes ?? WRITE_BYTES;
		for (let at = 0; at < bytes.length && !this.gone; at += size) {
			if (!this.response.write(bytes.subarray(at, at + size))) {
				await once(this.response, 'drain', { signal: this.aborted.signal }).catch(() => {});
			} else if (this.entry.write_bytes) {
				await new Promise(setImmediate);
			}
		}
	}

	async write_all(frames) {
		for (const frame of frames) {
			await this.write(frame);
		}
	}

	json(status, body, headers = {}) {
		this.response.writeHead(status, { 'content-type': 'application/json', ...headers });
		this.response.end(JSON.stringify(body));
	}
}

const FAULTS = {
	async cut_off(reply, dialect) {
		const frame = dialect.piece('never heard');
		await reply.write(frame.slice(0, Math.floor(frame.length / 2)));
		// What was written goes out first.
		await new Promise(setImmediate);
		reply.response.destroy();
	},
	async ends_early(reply) {
		reply.response.end();
	},
	async error_event(reply, dialect, entry) {
		await reply.write(dialect.error_event(entry.message ?? 'The model is overloaded.'));
		reply.response.end();
	},
	async invalid_utf8(reply, dialect) {
		const [before, after] = dialect.piece('a@b').split('a@b');
		const bad = Buffer.from([0x61, 0xff, 0xc3, 0x62]);
		await reply.write(Buffer.concat([Buffer.from(before), bad, Buffer.from(after)]));
	},
	async giant_line(reply, dialect, entry) {
		const part = Buffer.alloc(WRITE_BYTES, 'x');
		await reply.write('data: ');
		for (let sent = 0; sent < (entry.bytes ?? GIANT_LINE) && !reply.gone; sent += part.length) {
			await reply.write(part);
		}
		await reply.write('\n\n');
	},
	async never_ending(reply, dialect, entry) {
		for (let count = 0; !reply.gone; count++) {
			await reply.write(dialect.piece(` and ${count}`));
			await reply.wait(entry.delay_between ?? 10);
		}
	},
	async silence(reply) {
		await reply.forever();
	},
	async garbage(reply) {
		await reply.write('data: {"no": JSON\n\n');
	},
};

async function stream(reply, dialect, entry, answer) {
	reply.response.writeHead(200, SSE);
	reply.response.flushHeaders();
	await reply.wait(entry.delay_first);
	await reply.write_all(dialect.begin(answer));
	const fault = FAULTS[entry.fault];
	const after = fault ? entry.after ?? 1 : Infinity;
	for (const piece of answer.pieces.slice(0, after)) {
		await reply.write(dialect.piece(piece));
		await reply.wait(entry.delay_between);
	}
	await fault?.(reply, dialect, entry);
	if (reply.gone || reply.response.writableEnded) {
		return;
	}
	await reply.write_all(dialect.end(answer));
	reply.response.end();
}

function retry_after_of(entry) {
	const given = String(entry.retry_after);
	const [, seconds] = given.match(/^date:(\d+)$/) ?? [];
	return seconds ? new Date(Date.now() + seconds * 1000).toUTCString() : given;
}

function fail(reply, dialect, entry) {
	const headers = entry.retry_after === undefined ? {} : { 'retry-after': retry_after_of(entry) };
	const type = entry.type ?? ERROR_TYPES[entry.status] ?? 'api_error';
	const message = entry.message ?? `A fault that was asked for: ${entry.status}.`;
	reply.json(entry.status, dialect.error_body(type, message), headers);
}

async function respond(reply, dialect, entry, answer, streamed) {
	await reply.wait(entry.delay_head);
	if (reply.gone) {
		return;
	}
	if (entry.fault === 'hang') {
		await reply.forever();
	} else if (entry.status !== undefined && entry.status !== 200) {
		fail(reply, dialect, entry);
	} else if (entry.fault === 'wrong_content_type') {
		reply.response.writeHead(200, { 'content-type': 'text/html' });
		reply.response.end('<html><body>Please log in to this network.</body></html>');
	} else if (!streamed || entry.fault === 'whole') {
		reply.json(200, dialect.whole(answer));
	} else {
		await stream(reply, dialect, entry, answer);
	}
}

class ModelServer {
	script = [];
	otherwise = {};
	log = [];
	count = 0;
	open_streams = 0;
	most_streams = 0;
	sockets = new Set();

	constructor(options) {
		this.key = options.key;
		this.folder = options.tls ? mkdtempSync(join(tmpdir(), 'model_server_')) : null;
		const handle = (request, response) => this.handle(request, response).catch((error) => {
			console.error(`model_server: ${error.stack}`);
			response.destroy();
		});
		if (options.tls) {
			const name = options.name ?? 'DNS:localhost,IP:127.0.0.1';
			const { key, cert, file } = make_certificate(this.folder, name);
			this.certificate = file;
			this.server = https.createServer({ key, cert }, handle);
		} else {
			this.server = http.createServer(handle);
		}
		this.server.on(options.tls ? 'secureConnection' : 'connection', (socket) => {
			this.sockets.add(socket);
			socket.on('close', () => this.sockets.delete(socket));
			socket.on('error', () => {});
		});
		this.server.on('tlsClientError', () => {});
	}

	async listen(port) {
		await new Promise((resolve, reject) => {
			this.server.once('error', reject);
			this.server.listen(port, '127.0.0.1', resolve);
		});
		this.port = this.server.address().port;
		this.url = `${this.certificate ? 'https' : 'http'}://127.0.0.1:${this.port}`;
	}

	async stop() {
		const closed = new Promise((resolve) => this.server.close(resolve));
		this.server.closeAllConnections();
		await closed;
		if (this.folder !== null) {
			rmSync(this.folder, { recursive: true, force: true });
		}
	}

	set_script(script) {
		const { answers, otherwise } = Array.isArray(script) ? { answers: script } : script;
		this.script = (answers ?? []).map((entry) => ({ ...entry }));
		this.otherwise = otherwise ?? {};
	}

	// The first of the script that is meant for this request.
	next_entry(body_text, model) {
		const at = this.script.findIndex((entry) => body_text.includes(entry.when ?? '')
			&& (entry.model ?? model) === model);
		if (at < 0) {
			return this.otherwise;
		}
		const entry = this.script[at];
		entry.repeat = (entry.repeat ?? 1) - 1;
		if (entry.repeat <= 0) {
			this.script.splice(at, 1);
		}
		return entry;
	}

	report() {
		return {
			requests: this.log,
			open_connections: this.sockets.size,
			open_streams: this.open_streams,
			most_streams: this.most_streams,
			left: this.script.length,
		};
	}

	note(request, path, body) {
		const { authorization, 'x-api-key': api_key } = request.headers;
		const key = api_key ?? authorization?.replace(/^Bearer /, '');
		const line = {
			method: request.method, path, model: body?.model, stream: body?.stream === true,
			had_key: key ? 'yes' : 'no', version: request.headers['anthropic-version'], ended: 'not yet',
			body,
		};
		this.log.push(line);
		if (this.log.length > LONGEST_LOG) {
			this.log.shift();
		}
		return { line, allowed: this.key === undefined || key === this.key };
	}

	async handle(request, response) {
		const parts = [];
		for await (const part of request) {
			parts.push(part);
		}
		const text = Buffer.concat(parts).toString('utf8');
		const { pathname } = new URL(request.url, 'http://localhost');
		const reply = new Reply(response, {});
		if (pathname === '/_log') {
			return reply.json(200, this.report());
		}
		let body;
		try {
			body = text === '' ? undefined : JSON.parse(text);
		} catch {
			return reply.json(400, { error: { message: 'The body is no JSON.' } });
		}
		if (pathname === '/_script') {
			this.set_script(body ?? []);
			return reply.json(200, { answers: this.script.length });
		}
		return this.serve(reply, request, pathname, body, text);
	}

	async serve(reply, request, path, body, text) {
		const { line, allowed } = this.note(request, path, body);
		reply.response.on('close', () => {
			line.ended = reply.response.writableFinished ? 'whole' : 'broken off';
		});
		const found = Object.keys(DIALECTS).find((end) => path.endsWith(end));
		if (path.endsWith('/messages/count_tokens')) {
			reply.json(200, { input_tokens: tokens_of(text) });
		} else if (path.endsWith('/models')) {
			const data = ['fake-model', 'fake-small'].map((id) => ({ id, object: 'model', type: 'model' }));
			reply.json(200, { object: 'list', data, has_more: false });
		} else if (found === undefined || request.method !== 'POST' || body === undefined) {
			reply.json(404, { type: 'error', error: { type: 'not_found_error', message: 'Not found.' } });
		} else {
			await this.serve_model(reply, DIALECTS[found], body, text, allowed);
		}
	}

	async serve_model(reply, Dialect, body, text, allowed) {
		const dialect = new Dialect(++this.count, body.model, body);
		const entry = allowed ? this.next_entry(text, body.model)
			: { status: 401, message: 'The key is not valid.' };
		reply.entry = entry;
		this.open_streams++;
		this.most_streams = Math.max(this.most_streams, this.open_streams);
		reply.response.on('close', () => this.open_streams--);
		const answer = answer_to(entry, Dialect.said(body) ?? [], text);
		await respond(reply, dialect, entry, answer, body.stream === true);
	}
}

// Options: port, tls, name (of the certificate), key (any other is refused).
export async function start(options = {}) {
	const server = new ModelServer(options);
	await server.listen(options.port ?? 0);
	return server;
}

async function main() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '0' },
			seconds: { type: 'string', default: '300' },
			tls: { type: 'boolean', default: false },
			name: { type: 'string' },
			key: { type: 'string' },
		},
	});
	const server = await start({ ...values, port: Number(values.port) });
	const end = async () => {
		await server.stop();
		process.exit(0);
	};
	setTimeout(end, Number(values.seconds) * 1000);
	for (const signal of ['SIGTERM', 'SIGINT']) {
		process.on(signal, end);
	}
	process.stdin.on('end', end).resume();
	console.log(server.certificate ? `${server.port} ${server.certificate}` : `${server.port}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	await main();
}
