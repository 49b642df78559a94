/** Clients that `writ client` writes, run against servers of both front ends. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { annotated, controllers, useAnnotated, useControllers } from '../../test/client-applications.ts';
import { project } from '../../test/project.ts';
import { runShared } from '../../test/shared-command.ts';

const register = '@writ/annotations/register';

async function writeClient(directory: string, ...argv: readonly string[]): Promise<string> {
  const { status, stderr } = await runShared(directory, ['client', ...argv, '--out', 'client.ts']);
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: expect.stringMatching(/^writ: a client for \d+ paths? in client\.ts\n$/) as unknown,
  });
  return readFileSync(join(directory, 'client.ts'), 'utf8');
}

function runNode(directory: string, ...argv: readonly string[]): unknown {
  const { stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: directory,
    encoding: 'utf8',
    timeout: 200_000,
  });
  expect(stderr).toBe('');
  return stdout;
}

describe('writ client', () => {
  it('writes a client for annotated classes', async () => {
    const directory = project({ 'app.ts': annotated, 'use.ts': useAnnotated });
    const text = await writeClient(directory, 'app.ts');
    expect(text).toMatch(/^\/\/ Written by writ client app\.ts; changes are overwritten\.\n/);
    expect(text).toContain('/** Absent for a note without tags. */');
    expect(JSON.parse(String(runNode(directory, '--import', register, 'use.ts')))).toEqual([
      1,
      { id: 1, title: 'milk', tags: ['home'] },
      ['milk'],
      'not-found',
      ['/title'],
      204,
      null,
      401,
    ]);
  });

  it('writes a client for controllers', async () => {
    const directory = project({ ...controllers, 'use.ts': useControllers });
    await writeClient(directory, '--prefix=app');
    expect(JSON.parse(String(runNode(directory, '--import', register, 'use.ts')))).toEqual([
      'milk',
      '2026-11-22T00:00:00.000Z',
      'notes',
      200,
      404,
    ]);
  });

  it('writes only the types, to standard output, with --types-only', async () => {
    const directory = project(controllers);
    const { status, stdout } = await runShared(directory, ['client', '--prefix=app', '--types-only']);
    expect(status).toBe(0);
    expect(stdout).toContain('export interface paths {');
    expect(stdout).not.toContain('openapi-fetch');
  });

  it('does not replace a file that it did not write', async () => {
    const directory = project({ ...controllers, 'client.ts': 'export const mine = 1;' });
    const { status, stderr } = await runShared(directory, ['client', '--prefix=app', '--out=client.ts']);
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: 'writ: client.ts was not written by writ client and is not replaced\n',
    });
    expect(readFileSync(join(directory, 'client.ts'), 'utf8')).toBe('export const mine = 1;');
  });

  it('reports an error if a file contains several routers', async () => {
    const app = annotated.replaceAll(
      /^export const router.*$/gm,
      (line) => `${line}\n${line.replace('router', 'other')}`,
    );
    const { status, stderr } = await runShared(project({ 'app.ts': app }), ['client', 'app.ts']);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'writ: found 2 routers in app.ts: pass a file that exports one\n',
    });
  });
});

it('writ client does not accept files together with --prefix', async () => {
  const { status, stderr } = await runShared(project({}), ['client', 'app.ts', '--prefix=app']);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^writ client: pass files or --prefix, not both; /),
  });
});
