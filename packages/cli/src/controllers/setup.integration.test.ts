/** The module `_setup` of an application that the command serves. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { page, project, writ } from '../../test/project.ts';
import { runShared } from '../../test/shared-command.ts';

const controllers = {
  'app/index.ts': `${page}export class Default extends Controller { GET() { return 'page'; } }`,
};

it('hooks and jobs run from the start of the server to its end', async () => {
  const directory = project({
    ...controllers,
    'app/_setup.ts': `
      import type { Router } from '@writ/controllers';
      import { schedule } from '@writ/http/jobs';
      const print = (text: string) => process.stdout.write(text + ' ');
      export function setup(router: Router): void {
        router.addHook('start', () => print('start'));
        router.addHook('ready', ({ url }) => print(url.startsWith('http') ? 'ready' : 'wrong'));
        router.addHook('stop', () => print('stop'));
        schedule(router, { name: 'each second', pattern: '* * * * * *', run: () => print('job') });
      }`,
  });
  const { child, url, ended } = writ(directory, ['--prefix=app', '--host=127.0.0.1:0']);
  let output = '';
  const ran = new Promise<void>((resolve) => {
    child.stdout.on('data', (data) => {
      output += String(data);
      if (output.includes('job')) resolve();
    });
  });
  expect(await (await fetch(await url)).json()).toBe('page');
  await ran;
  child.kill('SIGTERM');
  const { status, stdout } = await ended;
  expect(status).toBe(0);
  expect(stdout).toMatch(/^start ready (?:job )+stop $/);
});

it.each([[[]], [['--workers=1']]])(
  'SIGTERM during a start hook runs the stop hooks after it, with %j',
  async (more) => {
    const directory = project({
      ...controllers,
      'app/_setup.ts': `
      import { existsSync } from 'node:fs';
      import { setTimeout as pause } from 'node:timers/promises';
      const print = (text: string) => process.stdout.write(text + ' ');
      export function setup(router): void {
        router.addHook('start', async () => {
          print('start');
          while (!existsSync('go')) await pause(20);
          print('started');
        }, { timeout: 120_000 });
        router.addHook('stop', () => print('stop'));
      }`,
    });
    const { child, ended } = writ(directory, ['--prefix=app', '--host=127.0.0.1:0', ...more]);
    await new Promise<void>((resolve) => {
      child.stdout.once('data', () => {
        child.kill('SIGTERM');
        writeFileSync(join(directory, 'go'), '');
        resolve();
      });
    });
    const { status, stdout } = await ended;
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'start started stop ' });
  },
);

it('a failed start hook is a finding, and the stop hooks run', async () => {
  const directory = project({
    ...controllers,
    'app/_setup.ts': `export function setup(router) {
  router.addHook('start', async function openDatabase() { throw new Error('no such file'); });
  router.addHook('stop', () => process.stdout.write('stopped'));
}`,
  });
  const { ended } = writ(directory, ['--prefix=app', '--host=127.0.0.1:0']);
  const { status, stdout, stderr } = await ended;
  expect({ status, stdout }).toEqual({ status: 1, stdout: 'stopped' });
  expect(stderr).toContain('app/_setup.ts:2:10: error W2052 start-hook: the start hook openDatabase failed');
  expect(stderr).toContain('writ: no routes are being served');
});

it('an error in _setup is a finding of every command', async () => {
  const directory = project({ ...controllers, 'app/_setup.ts': 'export const setup = 1;' });
  for (const argv of [
    ['--prefix=app', '--host=127.0.0.1:0'],
    ['routes', '--prefix=app'],
  ]) {
    const { status, stderr } = await runShared(directory, argv);
    expect(status).toBe(1);
    expect(stderr).toContain('app/_setup.ts:1:14: error W3109 setup: the module does not export a function');
  }
});

it('each worker has a number, which its replacement keeps', async () => {
  const directory = project({
    ...controllers,
    'app/_setup.ts': `export function setup(router) {
      router.addHook('ready', () => void process.stdout.write(\`\${process.env['WRIT_WORKER']}:\${process.pid} \`));
    }`,
  });
  const { child, url, ended } = writ(directory, ['--prefix=app', '--host=127.0.0.1:0', '--workers=2']);
  let output = '';
  const printed = (pattern: RegExp): Promise<RegExpExecArray> =>
    expect
      .poll(() => pattern.exec(output), { timeout: 100_000 })
      .not.toBeNull()
      .then(() => pattern.exec(output)!);
  child.stdout.on('data', (data) => (output += String(data)));
  await url;
  const [, pid] = await printed(/2:(\d+) /);
  expect(output).toMatch(/1:\d+ /);
  process.kill(Number(pid), 'SIGKILL');
  await printed(/2:\d+ [^]*2:\d+ /);
  child.kill('SIGTERM');
  expect((await ended).status).toBe(0);
});
