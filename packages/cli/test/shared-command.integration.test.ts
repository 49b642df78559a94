import { expect, it } from 'vitest';
import { page, project } from './project.ts';
import { runShared } from './shared-command.ts';

const controllers = { 'app.ts': `${page}export class Default extends Controller { GET() {} }` };

it('a command that ends its process has its own output and status, and the next command runs', async () => {
  const directory = project({ 'ends.ts': "console.log('last words'); process.exit(5);", ...controllers });
  const ended = await runShared(directory, ['routes', 'ends.ts']);
  expect([ended.status === 0, ended.stdout]).toEqual([false, 'last words\n']);
  const next = await runShared(directory, ['routes', '--prefix=app']);
  expect([next.status, next.stdout]).toEqual([0, expect.stringContaining('Default.GET')]);
});

it('an exit that a command has scheduled does not end the next one', async () => {
  const slow = `await new Promise((done) => setTimeout(done, 1500));\n${controllers['app.ts']}`;
  const directory = project({ ...controllers, 'slow.ts': slow });
  expect((await runShared(directory, ['routes', '--prefix=app'])).status).toBe(0);
  const { status, stdout } = await runShared(directory, ['routes', '--prefix=slow']);
  expect([status, stdout]).toEqual([0, expect.stringContaining('Default.GET')]);
});

it('a command has its own standard input and environment', async () => {
  const directory = project(controllers);
  const first = await runShared(directory, ['routes'], { env: { WRIT_PREFIX: 'app' } });
  expect(first.stdout).toContain('Default.GET');
  const second = await runShared(directory, ['routes']);
  expect(second.stdout).not.toContain('Default.GET');
  const { status, stdout } = await runShared(directory, ['check', '-'], { input: '{' });
  expect([status, stdout]).toEqual([1, expect.stringContaining('1 | {')]);
});
