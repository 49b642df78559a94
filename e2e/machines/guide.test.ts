/** Runs the terminal sessions of the guide, from the first image to its user's login. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killedAt } from '../kill-at.ts';
import { parseBlocks, parseCommands, matchesOutput, type Command } from '../../scripts/docs/blocks.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const folder = mkdtempSync(join(tmpdir(), 'writ-e2e-guide-'));
const environment = { ...process.env, PATH: `${root}/node_modules/.bin:${process.env['PATH']}` };
const background: ChildProcess[] = [];
/** A free port that replaces the default port. */
let port: string;

beforeAll(async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = String((server.address() as AddressInfo).port);
  server.close();
});

afterAll(async () => {
  for (const child of background) await end(child);
  rmSync(folder, { recursive: true, force: true });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close', { signal: AbortSignal.timeout(60_000) });
  process.kill(-child.pid!, 'SIGTERM');
  await closed;
}

const textOf = (page: string): string =>
  readFileSync(join(root, 'docs', page), 'utf8').replaceAll('7879', port);

/** Writes the files of a page and returns its commands. */
function commandsIn(page: string): readonly Command[] {
  const blocks = parseBlocks(textOf(page));
  for (const { file, text } of blocks) if (file !== '') writeFileSync(join(folder, file), text);
  return blocks.filter(({ language }) => language === 'console').flatMap((block) => parseCommands(block));
}

/** Starts a command as a shell would. Returns a function that reads the output so far. */
function startInBackground(
  line: string,
  input: 'ignore' | 'pipe',
  more: Readonly<Record<string, string>> = {},
): { child: ChildProcess; output: () => string } {
  const child = spawn('sh', ['-c', `exec ${line} 2>&1`], {
    cwd: folder,
    env: { ...environment, ...more },
    // A separate process group, which can be killed as a whole.
    detached: true,
    stdio: [input, 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (printed += text.replaceAll('\r', '')));
  background.push(child);
  return { child, output: () => printed };
}

async function expectShown(shown: string | undefined, output: () => string, seconds: number): Promise<void> {
  const message = (): string => `waiting for ${shown}; there was only:\n${output().slice(-3000)}`;
  await expect
    .poll(() => matchesOutput(shown ?? '…', output()), { timeout: seconds * 1000, interval: 100 })
    .toBe(true)
    .catch((error: unknown) => {
      throw new Error(message(), { cause: error });
    });
}

async function follow({ line, output: shown }: Command): Promise<void> {
  const [before = '', after] = shown?.split('\n^C\n') ?? [];
  if (after !== undefined) {
    const interrupted = killedAt({ record: 'start', operation: 'packages', when: 'after' }, 'SIGINT');
    const { output } = startInBackground(line, 'ignore', interrupted);
    await expectShown(`${before}…`, output, 120);
    await expectShown(`${before}…${after}`, output, 60);
    return;
  }
  if (line.endsWith('&')) {
    const given = line.replace(/ &$/, '').replace('demo-mirror', `demo-mirror --port ${port}`);
    await expectShown(shown, startInBackground(given, 'ignore').output, 300);
    return;
  }
  const { stdout } = spawnSync('sh', ['-c', `{ ${line}; } 2>&1`], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 300_000,
  });
  if (!matchesOutput(shown ?? '', stdout)) expect(stdout.trimEnd()).toBe(shown);
}

describe('tutorial/installer.md', () => {
  it('creates an image that boots and to which its user can log in', async () => {
    const commands = commandsIn('tutorial/installer.md');
    const machine = commands.at(-1)!;
    expect(machine.line).toMatch(/^qemu-system-x86_64 /);
    for (const command of commands.slice(0, -1)) await follow(command);

    const { child, output } = startInBackground(machine.line, 'pipe');
    await expectShown(machine.output, output, 480);
    child.stdin!.write('ada\n');
    await expectShown('…Password:', output, 120);
    child.stdin!.write('demo-ada\n');
    await expectShown('…\ninstalled by Writ\n…$', output, 120);
    await end(child);
  });
});

describe('guide/installer/resume.md', () => {
  it('resumes the interrupted installation', async () => {
    for (const command of commandsIn('guide/installer/resume.md')) await follow(command);
  });
});

describe('guide/installer/running.md', () => {
  it('shows the events of a refused run', async () => {
    for (const command of commandsIn('guide/installer/running.md')) await follow(command);
  });
});
