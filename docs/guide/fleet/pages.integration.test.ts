/** Runs the examples on the pages: writes their files, runs their commands, and compares the output. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runShared, serveShared } from '../../../packages/cli/test/shared-command.ts';
import { serveRefusing } from '../../../packages/service/src/testing/refusing-service.ts';
import { parseBlocks } from '../../../scripts/docs/blocks.ts';
import { runNode } from '../../../scripts/docs/start.ts';
import { expectAllListed, openGuide } from '../guide-pages.ts';

/** Whether this machine has bash, curl and jq. */
const canRun = ['bash', 'curl', 'jq'].every((name) => spawnSync(name, ['--version']).status === 0);

const guide = openGuide(fileURLToPath(new URL('.', import.meta.url)));

expectAllListed(guide);

/** Runs a line and returns its output; `# 1` at the end of the line is the expected exit status. */
async function runLine(line: string, folder: string): Promise<string> {
  const [, command = '', status = '0'] = /^writ (.*?)(?: # (\d))?$/.exec(line) ?? [];
  const ended = await runShared(folder, command.split(' '));
  expect([line, ended.status]).toEqual([line, Number(status)]);
  return ended.stdout + ended.stderr;
}

/** The commands on these pages do not end, or need a service; other tests run them. */
const endless = new Set(['workers.md', 'machines.md', 'people.md', 'operation.md']);
const ending = guide.pages.filter(({ name, text }) => !endless.has(name) && parseBlocks(text).length > 0);

describe.each(ending)('the page $name', (page) => {
  it('contains the actual output of its commands', async () => {
    let printed = '';
    for (const { language, file, text } of parseBlocks(page.text)) {
      // A later test runs the requests.
      if (file !== '' || text.startsWith('TOKEN=')) continue;
      if (language === 'sh') {
        printed = '';
        for (const line of text.trim().split('\n')) printed += await runLine(line, page.folder);
      } else {
        expect(language).toBe('text');
        for (const line of text.trimEnd().split('\n')) expect(printed.split('\n')).toContain(line);
      }
    }
  });
});

it('the program on the page about templates prints the secrets of each valid row', async () => {
  const folder = guide.pages.find(({ name }) => name === 'templates.md')!.folder;
  const { code, text } = await runNode([join(folder, 'rows.ts')], folder);
  expect(text.trim().split('\n')).toEqual([
    "1 [ 'root' ]",
    "2 [ 'root' ]",
    '3 undefined',
    "4 [ 'root' ]",
    "5 [ 'root' ]",
  ]);
  expect(code).toBe(0);
});

it('the program on the page about batches starts a batch, and follows it until its canary is refused', async () => {
  const { home, url, service } = await serveRefusing();
  service.begin();
  const folder = guide.pages.find(({ name }) => name === 'batches.md')!.folder;
  const program = readFileSync(join(folder, 'batch.ts'), 'utf8');
  expect(program).toContain('http://localhost:7878');
  writeFileSync(join(folder, 'batch.run.ts'), program.replace('http://localhost:7878', url));
  const { code, text } = await runNode(['batch.run.ts'], folder, { HOME: home });
  expect(code, text).toBe(0);
  expect(text).toContain('value: \'"linux-lts"\'');
  expect(text).toContain('row 5: waiting');
  expect(text).toContain('row 1: refused');
  expect(text.trimEnd()).toMatch(/\nbatch 1: stopped$/);
});

it.runIf(canRun)('the requests on the page about batches start a batch', async () => {
  const { home, url } = await serveRefusing();
  const { folder, text } = guide.pages.find(({ name }) => name === 'batches.md')!;
  const script = parseBlocks(text).find((block) => block.text.startsWith('TOKEN='))!.text;
  expect(script.split('localhost:7878')).toHaveLength(3);
  const ended = await promisify(execFile)(
    'bash',
    ['-euo', 'pipefail', '-c', script.replaceAll('localhost:7878', new URL(url).host)],
    { cwd: folder, env: { ...process.env, HOME: home }, timeout: 60_000 },
  );
  expect(JSON.parse(ended.stdout)).toMatchObject({ id: 1, state: 'running', rows: { waiting: 5 } });
});

describe('the page people.md', () => {
  const { folder, text } = guide.pages.find(({ name }) => name === 'people.md')!;
  const state = join(folder, 'state');

  /** Runs a line with redirections, and returns its output. */
  async function runRedirected(line: string): Promise<string> {
    const [, command = '', input, output] = /^writ (.*?)(?: < (\S+))?(?: > (\S+))?$/.exec(line) ?? [];
    const ended = await runShared(folder, command.split(' '), {
      env: { WRIT_STATE: state, WRIT_DATABASE_URL: undefined },
      ...(input !== undefined && { input: readFileSync(join(folder, input)) }),
    });
    expect([line, ended.status, ended.stderr]).toEqual([line, 0, expect.any(String)]);
    if (output !== undefined) writeFileSync(join(folder, output), ended.stdout);
    return ended.stdout;
  }

  it('contains the actual output of its commands, and its program prints refused requests', async () => {
    writeFileSync(join(folder, 'password.txt'), 'correct horse battery staple\n');
    // Dates and hashes differ.
    const withoutVariableParts = (lines: string): string[] =>
      lines
        .trimEnd()
        .replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE')
        .replaceAll(/[0-9a-f]{64}/g, 'HASH')
        .split('\n');
    let printed = '';
    for (const { language, text: block } of parseBlocks(text)) {
      if (language === 'text')
        expect(withoutVariableParts(printed)).toEqual(expect.arrayContaining(withoutVariableParts(block)));
      // The user writ does not exist here, and logging in needs a service.
      if (language !== 'sh' || /WRIT_MIGRATION_URL|sudo|curl/.test(block)) continue;
      printed = '';
      for (const line of block.trim().split('\n'))
        printed += await runRedirected(line.replace(/^\(umask 077; (.+)\)$/, '$1'));
    }
    const administrator = await runRedirected('writ token create report --user ada --scope administer');
    const served = await serveShared(folder, ['serve', '--port', '0'], {
      env: {
        WRIT_STATE: state,
        WRIT_IMAGES: join(folder, 'images'),
        WRIT_DATABASE_URL: undefined,
        PATH: folder,
      },
    });
    try {
      const { origin } = new URL(served.url);
      const viewer = readFileSync(join(folder, 'token.txt'), 'utf8').trim();
      await fetch(`${origin}/api/installs/1/cancel`, {
        method: 'POST',
        headers: { authorization: `Bearer ${viewer}` },
      });
      if (canRun) {
        const login = parseBlocks(text).find(({ text: block }) => block.includes('/session/login'))!.text;
        const { status, stderr } = spawnSync(
          'bash',
          ['-euo', 'pipefail', '-c', login.replace('localhost:7878', new URL(origin).host)],
          {
            cwd: folder,
            env: { PATH: process.env['PATH'], HOME: folder },
            // With a pipe as its standard input, bash would read its settings as in a remote shell.
            stdio: ['ignore', 'pipe', 'pipe'],
            encoding: 'utf8',
            timeout: 60_000,
          },
        );
        expect([status, stderr]).toEqual([0, '']);
        const authorization = `Bearer ${readFileSync(join(folder, 'session.txt'), 'utf8').trim()}`;
        const session = await fetch(`${origin}/api/session`, { headers: { authorization } });
        expect(await session.json()).toMatchObject({ user: 'ada', right: 'administer' });
      }
      const { code, text: output } = await runNode([join(folder, 'refused.ts')], folder, {
        WRIT_URL: origin,
        WRIT_TOKEN: administrator.trim(),
      });
      expect([code, output]).toEqual([0, 'ada 127.0.0.1 POST /api/installs/{id}/cancel 403\n']);
    } finally {
      await served.stop();
    }
  });
});
