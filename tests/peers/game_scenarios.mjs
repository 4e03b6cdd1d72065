// Claude Code, the real program, thinks in a game whose settings nobody has touched, against a model
// that nobody runs.
//	node game_scenarios.mjs GODOT FOLDER PROJECT
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { check, equal, files_below, run, test } from './kit.mjs';
import { start } from './model_server.mjs';

const [engine, worlds, project] = process.argv.slice(2);
const LONGEST_GAME = 120; // seconds
const KEY = 'invented-key-4711';
const modules = join(dirname(fileURLToPath(import.meta.url)), 'node_modules');
const CLAUDE = join(modules, '@anthropic-ai', `claude-code-${process.platform}-${process.arch}`, 'claude');

// With an empty home, where the program lies on the path as on that of somebody who has installed it.
function play(home, server) {
	mkdirSync(join(home, 'bin'));
	symlinkSync(CLAUDE, join(home, 'bin', 'claude'));
	return spawn('timeout', ['--kill-after=5', String(LONGEST_GAME), engine, '--headless', '--path', project,
		'res://games/village.tscn', '--', join(home, 'village.db'), 'ask=claude'], {
		env: { ...process.env, HOME: home, PATH: `${join(home, 'bin')}:${process.env.PATH}`,
			ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: KEY },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
}

test('engine: Claude Code thinks in a game with all settings as they are', async () => {
	const server = await start();
	server.set_script({ otherwise: { text: 'I sell bread.' } });
	const home = mkdtempSync(join(worlds, 'village-'));
	const game = play(home, server);
	const exited = once(game, 'exit');
	let output = '';
	game.stderr.on('data', (data) => {
		output += data;
	});
	const told = [];
	for await (const line of createInterface({ input: game.stdout })) {
		output += `${line}\n`;
		if (line.startsWith('{')) {
			told.push(JSON.parse(line));
		}
	}
	const [code] = await exited;
	const end = told.find(({ what, id }) => (what === 'spoke' || what === 'failed') && id === 'agent_003');
	check(end !== undefined, `the program never ended:\n${output}`);
	equal([end.what, end.content], ['spoke', 'I sell bread.'], `what came of it:\n${output}`);
	equal(code, 0, 'how the game ended');
	equal([server.log[0].path, server.log[0].had_key], ['/v1/messages', 'yes'], 'the request');
	check(JSON.stringify(server.log[0].body).includes('What is new?'), 'what was asked was said');
	check(!output.includes(KEY), 'the key is told');
	for (const file of files_below(home).filter((path) => path.startsWith(join(home, 'village.db')))) {
		check(!readFileSync(file).includes(KEY), `the key is in ${file}`);
	}
	await server.stop();
});

await run();
