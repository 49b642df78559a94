/** Writes the files in the README, runs its commands, and compares its responses. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const writ = join(root, 'packages/cli/bin/writ.js');

// The folder is inside the workspace, where the packages are found, and outside node_modules, like a user's
// files.
mkdirSync(join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(join(root, '.cache/readme-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the block with the heading ```language FILE to FILE, with every `8080` replaced. */
function writeBlock(file: string, port = 8080): string {
  const block = new RegExp(`^\`\`\`\\w+ ${file.replaceAll('.', '\\.')}\\n(.*?)^\`\`\`$`, 'ms').exec(readme);
  const text = block?.[1];
  if (text === undefined) throw new Error(`README.md has no block headed ${file}`);
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replaceAll('8080', String(port)));
  return path;
}

/** The address and the response in the line `curl ADDRESS   # ANSWER` for `path`. */
function findRequest(path: string): { address: string; answer: string } {
  const line = readme.split('\n').find((text) => text.startsWith('curl ') && text.includes(path));
  const [, address = '', answer = ''] = /^curl '?(\S+?)'? +# (.*)$/.exec(line ?? '') ?? [];
  if (address === '') throw new Error(`README.md shows no curl of ${path}`);
  return { address, answer };
}

/** Returns a free port below those that the system assigns to other tests. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer().listen(port);
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}

/** Starts a server, calls `use` once the server responds, and stops the server. */
async function withServer(port: number, args: readonly string[], use: () => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  try {
    await waitForServer(port, child, () => output);
    await use();
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

async function waitForServer(port: number, child: ChildProcess, output: () => string): Promise<void> {
  const end = performance.now() + 180_000;
  while (performance.now() < end) {
    if (child.exitCode !== null) break;
    const up = await fetch(`http://localhost:${port}/`).then(
      () => true,
      () => false,
    );
    if (up) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no answer on port ${port}:\n${output()}`);
}

const fetchOnPort = (address: string, port: number): Promise<Response> =>
  fetch(`http://${address.replace('8080', String(port))}`);

describe('README', () => {
  it('contains annotated routes that respond as documented', async () => {
    const port = await freePort();
    writeBlock('notes.ts', port);
    expect(readme).toContain('node --import @writ/annotations/register notes.ts');
    await withServer(port, ['--import', '@writ/annotations/register', 'notes.ts'], async () => {
      const one = findRequest('/notes/0');
      expect(await (await fetchOnPort(one.address, port)).text()).toBe(one.answer);
      const bad = findRequest('/notes/x');
      const response = await fetchOnPort(bad.address, port);
      expect(bad.answer).toContain(String(response.status));
      expect(await response.json()).toMatchObject({ errors: [{ name: 'id' }, { name: 'loud' }] });
    });
  });

  it('contains controllers that respond as documented', async () => {
    const port = await freePort();
    writeBlock('app/controllers.ts');
    expect(readme).toContain('npx writ --prefix=app.controllers --host=localhost:8080');
    await withServer(port, [writ, '--prefix=app.controllers', `--host=localhost:${port}`], async () => {
      const { address, answer } = findRequest('/foo-bar/12/a/b');
      expect(await (await fetchOnPort(address, port)).text()).toBe(answer);
      const form = new URLSearchParams({ title: 'x' });
      const posted = await fetch(`http://localhost:${port}/`, { method: 'POST', body: form });
      expect(await posted.json()).toEqual({ title: 'x', count: 1 });
    });
  });

  it('contains the example configuration, which is valid and can be planned', () => {
    const file = writeBlock('machine.json');
    const example = readFileSync(join(root, 'examples/install/minimal.json'), 'utf8');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(example));
    const run = (...args: string[]): { status: number | null; stdout: string } =>
      spawnSync(process.execPath, [writ, ...args], { cwd: folder, encoding: 'utf8', timeout: 120_000 });
    expect(run('check', 'machine.json').status).toBe(0);
    const plan = run('plan', 'machine.json', '--target', 'disk.img');
    expect(plan.status).toBe(0);
    expect(plan.stdout).toContain('disk.img');
  });
});
