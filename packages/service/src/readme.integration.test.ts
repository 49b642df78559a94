/**
 * Runs the README's commands against a service on a real port, and compares its problem document with a real response.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { logEvent, newResult, temporaryFolder, writeWritImage, type HeldRun } from './testing/fakes.ts';
import { installable, setUp, token } from './testing/service.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);
const [first = '', second = '', ...others] = blocks('sh');

/** Whether this machine has bash, curl and jq. */
const canRun = ['bash', 'curl', 'jq'].every((name) => spawnSync(name, ['--version']).status === 0);

async function runShell(lines: string, home: string, port: number): Promise<string> {
  const script = lines.replaceAll('localhost:7878', `localhost:${port}`);
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [status] = (await once(child, 'close')) as [number | null];
  expect([status, output]).toEqual([0, output]);
  return output;
}

async function waitForRun(runs: readonly HeldRun[], index: number): Promise<HeldRun> {
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(index), { timeout: 120_000 });
  return runs[index]!;
}

describe('the README of the service', () => {
  /** The lines that define the function of the other commands. */
  const [definitions = ''] = first.split('writ_api --data', 1);

  it.runIf(canRun)('contains commands that work', { timeout: 240_000 }, async () => {
    const home = temporaryFolder();
    const set = await setUp({ state: join(home, '.local/state/writ') });
    writeFileSync(join(home, '.local/state/writ/token'), `${token}\n`);
    const server = set.service.toolkit.createServer(set.service.router);
    const { port } = await server.listen(0, '127.0.0.1');
    onTestFinished(async () => {
      await server.close({ timeout: 100 });
    });
    writeFileSync(join(home, 'machine.json'), installable);
    const commands = runShell(first, home, port);
    (await waitForRun(set.runs, 0)).end(newResult('interrupted', { resumable: true }));
    const output = await commands;
    expect(output).toContain('"valid":true');
    expect(output).toContain('event: end');

    const configuration = installable.replace(
      /"custom-commands": .*/,
      '"custom-commands": [{ "$secret": "custom command 1" }]',
    );
    expect((await set.start('two.img', { configuration })).json()).toMatchObject({ id: 2 });
    const resumed = await runShell(definitions + second, home, port);
    expect(resumed).toContain('needs-secret');
    expect(resumed).toContain('"resume":true');
    expect(String((await waitForRun(set.runs, 1)).request.creds!.text)).toContain(
      'https://host.example/register',
    );
  });

  it.runIf(canRun).each(others)('contains commands that work: %s', { timeout: 240_000 }, async (block) => {
    const home = temporaryFolder();
    const set = await setUp({ state: join(home, '.local/state/writ') });
    writeFileSync(join(home, '.local/state/writ/token'), `${token}\n`);
    const server = set.service.toolkit.createServer(set.service.router);
    const { port } = await server.listen(0, '127.0.0.1');
    onTestFinished(async () => {
      await server.close({ timeout: 100 });
    });
    writeFileSync(join(home, 'machine.json'), installable);
    await set.begin('disk.img');
    const run = await waitForRun(set.runs, 0);
    run.request.onEvent!(logEvent(1, 'error: failed to synchronize'));
    run.end(newResult('done'));
    await runShell(definitions + block, home, port);
  });

  it('contains the problem document of an unconfirmed start', async () => {
    const set = await setUp();
    const image = join(set.service.images, 'disk.img');
    writeWritImage(image);
    truncateSync(image, 8 * 1024 ** 3);
    const refused = (await set.start('disk.img')).json();
    const shown = JSON.parse(blocks('json')[0] ?? '') as Record<string, unknown>;
    expect({ ...refused, planSha256: '3f1c…' }).toEqual({
      ...shown,
      losses: [{ ...(shown['losses'] as object[])[0], target: image }],
    });
  });
});
