/** Changes real files while a real server runs. */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runShared } from '../../test/shared-command.ts';
import { isRunning, page, project, write, writ, type RunningCommand } from '../../test/project.ts';

const hello = (text: string): string =>
  `${page}import { shout } from '../lib/shout.ts';
  export class Default extends Controller { GET() { return shout('${text}'); } }
  export class Pid extends Controller { GET() { return process.pid; } }`;

const files = {
  'app/index.ts': hello('one'),
  'lib/shout.ts': `export const shout = (text: string): string => text + '!';`,
  'more.ts': `${page}export class More extends Controller { GET(id: number) { return id; } }`,
};

function dev(directory: string, ...argv: readonly string[]): RunningCommand {
  return writ(directory, ['dev', '--prefix=app', '--prefix=more', '--host=127.0.0.1:0', ...argv]);
}

/** Uses a separate connection, because a worker that is being replaced closes its idle connections. */
async function ask(url: string): Promise<unknown> {
  return (await fetch(url, { headers: { connection: 'close' } })).json();
}

/** Resolves with the output after the first `seen` characters, once it matches. */
async function nextOutput(
  { waitForStderr }: RunningCommand,
  seen: number,
  expected: RegExp,
): Promise<string> {
  const source = expected.source;
  return (await waitForStderr(new RegExp(`^[^]{${seen}}[^]*${source}`))).slice(seen);
}

describe('writ dev', () => {
  it('serves an OpenAPI document with --openapi, which does not count as a route, and validates results', async () => {
    const source = `${hello('one')}
      export class Bad extends Controller { GET(): { id: number } { return JSON.parse('{"id":"x"}'); } }`;
    const running = dev(project({ ...files, 'app/index.ts': source }), '--openapi');
    const url = await running.url;
    const { paths } = (await ask(`${url}/openapi.json`)) as { paths: object };
    expect(Object.keys(paths)).toEqual(['/', '/pid', '/bad', '/more/{id}']);
    expect(await running.waitForStderr(/ at /)).toContain('writ: serving 4 routes from app, more at ');
    expect((await fetch(`${url}/bad`)).status).toBe(500);
    expect(await running.waitForStderr(/not a string/)).toMatch(
      /the result of GET \/bad \(Bad\.GET\) at app\/index\.ts:\d+:\d+ [^]*\n +\/id: must be a number, not a string/,
    );
  });

  it('restarts after each change, and prints the changed routes', async () => {
    const directory = project(files);
    const running = dev(directory);
    const url = await running.url;
    expect(await ask(url)).toBe('one!');
    let seen = (await running.waitForStderr(/ at http/)).length;

    write(directory, { 'app/index.ts': hello('two') });
    let output = await nextOutput(running, seen, / at http:\S+\n/);
    expect(output).toMatch(
      /^writ: app\/index\.ts changed\n {2}no route changed\nwrit: serving 3 routes from app, more at /,
    );
    expect(await ask(url)).toBe('two!');
    seen += output.length;

    write(directory, {
      'more.ts': files['more.ts'].replace('id: number', 'id: string'),
      'app/new/deep/index.ts': `${page}export class Default extends Controller { GET() { return 'new'; } }`,
    });
    output = await nextOutput(running, seen, /deep[^]* at http:\S+\n/);
    expect(output).toMatch(/\n {2}~ {5}GET {2}\/more\/\{id: number\}.*\n {4}->.* \/more\/\{id: string\}/);
    expect(output).toMatch(/\n {2}\+ {5}GET {2}\/new\/deep +Default\.GET +app\/new\/deep\/index\.ts:2:/);
    expect(await ask(`${url}/new/deep`)).toBe('new');
    seen += output.length;

    rmSync(join(directory, 'app/new'), { recursive: true });
    output = await nextOutput(running, seen, / at http:\S+\n/);
    expect(output).toMatch(/\n {2}- +GET {2}\/new\/deep +Default\.GET/);
    seen += output.length;

    // Imported modules are watched, unlike data files.
    write(directory, { 'data.json': '{}', 'notes.txt': 'x' });
    write(directory, { 'lib/shout.ts': files['lib/shout.ts'].replace("'!'", "'?'") });
    output = await nextOutput(running, seen, / at http:\S+\n/);
    expect(output).toContain('lib/shout.ts changed');
    expect(output.match(/\.ts changed\n/g)).toHaveLength(1);
    expect(await ask(url)).toBe('two?');
    running.child.kill('SIGTERM');
    expect((await running.ended).status).toBe(0);
  });

  it('continues with the last good version while there are findings', async () => {
    const directory = project(files);
    const running = dev(directory);
    const url = await running.url;
    const first = await ask(`${url}/pid`);
    write(directory, { 'more.ts': files['more.ts'].replace('id: number', 'id: any') });
    const output = await running.waitForStderr(/the last working version continues to serve requests\n/);
    expect(output).toContain('more.ts:2:48: error W3401 type-unknown: More.GET');
    expect(output).toMatch(/\nwrit: 1 error\nwrit: the last working version continues to serve requests\n$/);
    expect(await ask(`${url}/pid`)).toBe(first);
    write(directory, { 'more.ts': files['more.ts'] });
    await nextOutput(running, output.length, / at http:\S+\n/);
    expect(await ask(`${url}/pid`)).not.toBe(first);
    await vi.waitFor(() => expect(isRunning(first as number)).toBe(false), { timeout: 120_000 });
    running.child.kill('SIGINT');
    expect((await running.ended).status).toBe(0);
  });

  it('waits for a change if no route can be served', async () => {
    const directory = project({ 'more.ts': files['more.ts'], 'lib/shout.ts': files['lib/shout.ts'] });
    const running = dev(directory);
    const output = await running.waitForStderr(/writ: waiting for a change\n/);
    expect(output).toContain('module app not found');
    write(directory, { 'app/index.ts': hello('late') });
    const url = await running.url;
    const pid = (await ask(`${url}/pid`)) as number;
    process.kill(pid, 'SIGKILL');
    await running.waitForStderr(/the worker was killed by SIGKILL; the next change starts a new one\n/);
    write(directory, { 'app/index.ts': hello('again') });
    await vi.waitFor(async () => expect(await ask(url)).toBe('again!'), { timeout: 120_000 });
  });

  it('aborts the start of a worker if another file changes, and leaves none running when it is killed', async () => {
    const directory = project(files);
    const running = dev(directory);
    const url = await running.url;
    write(directory, { 'lib/shout.ts': 'for (;;);' });
    const output = await running.waitForStderr(/shout\.ts changed\n/);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await ask(url)).toBe('one!');
    write(directory, { 'lib/shout.ts': files['lib/shout.ts'].replace("'!'", "'.'") });
    await nextOutput(running, output.length, / at http:\S+\n/);
    expect(await ask(url)).toBe('one.');
    const pid = (await ask(`${url}/pid`)) as number;
    running.child.kill('SIGKILL');
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 120_000 });
  });

  it('exits after usage errors, and if it cannot listen', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const portInUse = await writ(project(files), ['dev', '--prefix=app', `--host=127.0.0.1:${port}`]).ended;
    expect(portInUse.status).toBe(2);
    expect(portInUse.stderr).toContain('EADDRINUSE');
    const wrong = await runShared(project(files), ['dev', '--workers=2']);
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain('unknown option --workers');
  });
});
