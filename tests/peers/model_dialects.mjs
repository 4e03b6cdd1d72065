// What the fake model server says in each of its dialects. A dialect turns one answer into the frames
// of a stream, or into one JSON body, and tells an error as its provider does.
//
//	answer: { text, pieces: [text…], tool_calls: [{ id, name, arguments }], usage, stop }

function sse(data, event) {
	return (event ? `event: ${event}\n` : '') + `data: ${JSON.stringify(data)}\n\n`;
}

// Halves, so that a client has to put them together again.
function halves(text) {
	const middle = Math.floor(text.length / 2);
	return [text.slice(0, middle), text.slice(middle)].filter((part) => part.length > 0);
}

const now = () => Math.floor(Date.now() / 1000);

// POST /v1/messages
class Messages {
	constructor(id, model) {
		this.id = `msg_fake_${id}`;
		this.model = model;
		this.index = 0;
	}

	static said(body) {
		return body.messages;
	}

	usage({ input, cached, written, output }) {
		return {
			input_tokens: input - cached - written,
			cache_creation_input_tokens: written,
			cache_read_input_tokens: cached,
			output_tokens: output,
		};
	}

	message(more) {
		return {
			id: this.id, type: 'message', role: 'assistant', model: this.model, content: [],
			stop_reason: null, stop_sequence: null, ...more,
		};
	}

	stop(answer) {
		return answer.stop ?? (answer.tool_calls.length > 0 ? 'tool_use' : 'end_turn');
	}

	event(data) {
		return sse(data, data.type);
	}

	begin(answer) {
		const usage = this.usage({ ...answer.usage, output: 1 });
		return [
			this.event({ type: 'message_start', message: this.message({ usage }) }),
			this.event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
			this.event({ type: 'ping' }),
		];
	}

	piece(text) {
		return this.event({
			type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text },
		});
	}

	end(answer) {
		const frames = [this.event({ type: 'content_block_stop', index: 0 })];
		answer.tool_calls.forEach((call, position) => {
			const index = position + 1;
			frames.push(this.event({
				type: 'content_block_start', index,
				content_block: { type: 'tool_use', id: call.id, name: call.name, input: {} },
			}));
			for (const partial_json of ['', ...halves(call.arguments)]) {
				frames.push(this.event({
					type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json },
				}));
			}
			frames.push(this.event({ type: 'content_block_stop', index }));
		});
		frames.push(this.event({
			type: 'message_delta',
			delta: { stop_reason: this.stop(answer), stop_sequence: null },
			usage: { output_tokens: answer.usage.output },
		}));
		frames.push(this.event({ type: 'message_stop' }));
		return frames;
	}

	whole(answer) {
		const content = answer.text === '' ? [] : [{ type: 'text', text: answer.text }];
		for (const call of answer.tool_calls) {
			content.push({
				type: 'tool_use', id: call.id, name: call.name, input: JSON.parse(call.arguments),
			});
		}
		return this.message({
			content, stop_reason: this.stop(answer), usage: this.usage(answer.usage),
		});
	}

	error_body(type, message) {
		return { type: 'error', error: { type, message } };
	}

	error_event(message) {
		return this.event(this.error_body('overloaded_error', message));
	}
}

// POST /v1/chat/completions
class Chat {
	constructor(id, model, body) {
		this.id = `chatcmpl-fake-${id}`;
		this.model = model;
		this.with_usage = body.stream_options?.include_usage === true;
	}

	static said(body) {
		return body.messages;
	}

	usage({ input, cached, output }) {
		return {
			prompt_tokens: input, completion_tokens: output, total_tokens: input + output,
			prompt_tokens_details: { cached_tokens: cached },
		};
	}

	stop(answer) {
		return answer.stop ?? (answer.tool_calls.length > 0 ? 'tool_calls' : 'stop');
	}

	chunk(choices, more = {}) {
		return sse({
			id: this.id, object: 'chat.completion.chunk', created: now(), model: this.model, choices,
			...(this.with_usage ? { usage: null } : {}), ...more,
		});
	}

	delta(delta, finish_reason = null) {
		return this.chunk([{ index: 0, delta, finish_reason }]);
	}

	begin() {
		return [this.delta({ role: 'assistant', content: '' })];
	}

	piece(text) {
		return this.delta({ content: text });
	}

	end(answer) {
		const frames = [];
		answer.tool_calls.forEach((call, index) => {
			frames.push(this.delta({
				tool_calls: [{
					index, id: call.id, type: 'function', function: { name: call.name, arguments: '' },
				}],
			}));
			for (const part of halves(call.arguments)) {
				frames.push(this.delta({ tool_calls: [{ index, function: { arguments: part } }] }));
			}
		});
		frames.push(this.delta({}, this.stop(answer)));
		if (this.with_usage) {
			frames.push(this.chunk([], { usage: this.usage(answer.usage) }));
		}
		frames.push('data: [DONE]\n\n');
		return frames;
	}

	whole(answer) {
		const message = { role: 'assistant', content: answer.text };
		if (answer.tool_calls.length > 0) {
			message.tool_calls = answer.tool_calls.map(({ id, name, arguments: text }) => ({
				id, type: 'function', function: { name, arguments: text },
			}));
		}
		return {
			id: this.id, object: 'chat.completion', created: now(), model: this.model,
			choices: [{ index: 0, message, finish_reason: this.stop(answer) }],
			usage: this.usage(answer.usage),
		};
	}

	error_body(type, message) {
		return { error: { message, type, param: null, code: type } };
	}

	error_event(message) {
		return sse(this.error_body('server_error', message));
	}
}

// POST /v1/responses
class Responses {
	constructor(id, model) {
		this.id = `resp_fake_${id}`;
		this.model = model;
		this.created_at = now();
		this.number = 0;
	}

	static said(body) {
		return typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input;
	}

	event(type, more) {
		return sse({ type, sequence_number: this.number++, ...more }, type);
	}

	response(status, output, usage = null) {
		return {
			id: this.id, object: 'response', created_at: this.created_at, status, model: this.model,
			output, usage, error: null, incomplete_details: null,
		};
	}

	message(status, text) {
		const content = text === null ? [] : [{ type: 'output_text', text, annotations: [] }];
		return { id: `${this.id}_message`, type: 'message', status, role: 'assistant', content };
	}

	call(status, { id, name, arguments: text }) {
		return { id: `item_${id}`, type: 'function_call', status, call_id: id, name, arguments: text };
	}

	usage({ input, cached, output }) {
		return {
			input_tokens: input, input_tokens_details: { cached_tokens: cached },
			output_tokens: output, output_tokens_details: { reasoning_tokens: 0 },
			total_tokens: input + output,
		};
	}

	output(answer) {
		return [
			this.message('completed', answer.text),
			...answer.tool_calls.map((call) => this.call('completed', call)),
		];
	}

	at(more) {
		return { item_id: `${this.id}_message`, output_index: 0, content_index: 0, ...more };
	}

	begin() {
		const response = this.response('in_progress', []);
		const part = { type: 'output_text', text: '', annotations: [] };
		return [
			this.event('response.created', { response }),
			this.event('response.in_progress', { response }),
			this.event('response.output_item.added',
				{ output_index: 0, item: this.message('in_progress', null) }),
			this.event('response.content_part.added', this.at({ part })),
		];
	}

	piece(text) {
		return this.event('response.output_text.delta', this.at({ delta: text, logprobs: [] }));
	}

	end(answer) {
		const part = { type: 'output_text', text: answer.text, annotations: [] };
		const frames = [
			this.event('response.output_text.done', this.at({ text: answer.text, logprobs: [] })),
			this.event('response.content_part.done', this.at({ part })),
			this.event('response.output_item.done',
				{ output_index: 0, item: this.message('completed', answer.text) }),
		];
		answer.tool_calls.forEach((call, position) => {
			const output_index = position + 1;
			const at = { item_id: `item_${call.id}`, output_index };
			const item = this.call('in_progress', { ...call, arguments: '' });
			frames.push(this.event('response.output_item.added', { output_index, item }));
			for (const delta of halves(call.arguments)) {
				frames.push(this.event('response.function_call_arguments.delta', { ...at, delta }));
			}
			frames.push(this.event('response.function_call_arguments.done',
				{ ...at, arguments: call.arguments }));
			frames.push(this.event('response.output_item.done',
				{ output_index, item: this.call('completed', call) }));
		});
		const response = this.response('completed', this.output(answer), this.usage(answer.usage));
		frames.push(this.event('response.completed', { response }));
		return frames;
	}

	whole(answer) {
		return this.response('completed', this.output(answer), this.usage(answer.usage));
	}

	error_body(type, message) {
		return { error: { message, type, param: null, code: type } };
	}

	error_event(message) {
		const response = this.response('failed', []);
		response.error = { code: 'server_error', message };
		return this.event('response.failed', { response });
	}
}

// By the end of the path.
export const DIALECTS = {
	'/messages': Messages,
	'/chat/completions': Chat,
	'/responses': Responses,
};

export function text_of(content) {
	if (typeof content === 'string') {
		return content;
	}
	const parts = Array.isArray(content) ? content : [];
	return parts.map((part) => part.text ?? '').join('');
}
