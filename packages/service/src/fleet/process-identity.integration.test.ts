import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { kill } from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { endProcess, identifyProcess, readProcessState } from './process-identity.ts';

const module = fileURLToPath(new URL('process-identity.ts', import.meta.url));

it('a process is ended by its identity, even if it is stopped, and is then gone', async () => {
  const program = `const { identifyProcess } = await import(${JSON.stringify(module)});
    console.log(identifyProcess());
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const identity = printed.toString().trim();
  expect(readProcessState(identity)).toBe('running');
  kill(child.pid!, 'SIGSTOP');
  expect(await endProcess(identity)).toBe(true);
  expect(readProcessState(identity)).toBe('gone');
  expect((await exited)[1]).toBe('SIGKILL');
  expect(await endProcess(identity)).toBe(true);
});

it('a process with the same number but another start, boot or namespace is not ended', async () => {
  const own = JSON.parse(identifyProcess()) as Record<string, unknown>;
  const changed = (more: Record<string, unknown>): string => JSON.stringify({ ...own, ...more });
  expect(readProcessState(changed({}))).toBe('running');
  expect(readProcessState(changed({ start: '1' }))).toBe('gone');
  expect(readProcessState(changed({ boot: 'another' }))).toBe('gone');
  expect(readProcessState(changed({ namespace: 'pid:[1]' }))).toBe('foreign');
  expect(await endProcess(changed({ start: '1' }))).toBe(true);
  expect(await endProcess(changed({ namespace: 'pid:[1]' }))).toBe(false);
});
