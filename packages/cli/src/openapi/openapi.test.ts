import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCommand } from '../command-line/run-command.ts';
import { serverCommands } from '../commands/server-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'writ-openapi-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const documentOf = (...methods: readonly string[]): string => {
  const operations = methods.map((method) => [method, { responses: { 200: { description: 'OK' } } }]);
  return JSON.stringify({ openapi: '3.1.1', paths: { '/notes': Object.fromEntries(operations) } });
};
const files = {
  'old.json': documentOf('get', 'post'),
  'more.json': documentOf('get', 'post', 'put'),
  'less.json': documentOf('get', 'put'),
  'list.json': '[]',
  'swagger.json': '{ "openapi": "2.0" }',
  'broken.json': '{',
  'yaml.json': '# The API\nopenapi: 3.1.1\npaths: {}\n',
  'marked.json': `\uFEFF${documentOf('get', 'post')}`,
  'null.json': '{ "openapi": "3.1.1", "paths": { "/notes": { "get": null } } }',
  'external.json': '{ "openapi": "3.1.1", "paths": { "/notes": { "$ref": "notes.json" } } }',
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

let output: { stdout: string; stderr: string };
beforeEach(() => {
  output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      output[stream] += String(text);
      return true;
    });
  }
});
afterEach(() => vi.restoreAllMocks());

const diff = async (
  ...argv: readonly string[]
): Promise<{ status: number; stdout: string; stderr: string }> => {
  const paths = argv.map((each) => (each.endsWith('.json') ? join(folder, each) : each));
  const status = await runCommand('openapi', serverCommands.openapi, paths);
  return { status, ...output, stderr: output.stderr.replaceAll(`${folder}/`, '') };
};

it('writ openapi diff lists breaking and compatible changes, and exits with 1 only for the former', async () => {
  expect(await diff('diff', 'old.json', 'less.json')).toEqual({
    status: 1,
    stdout: 'breaking    POST /notes: is removed\ncompatible  PUT /notes: is added\n',
    stderr: 'writ openapi: 2 changes, 1 of them breaking\n',
  });
});

it('writ openapi diff exits with 0 for compatible changes, and for none', async () => {
  expect(await diff('diff', 'old.json', 'more.json')).toEqual({
    status: 0,
    stdout: 'compatible  PUT /notes: is added\n',
    stderr: 'writ openapi: 1 change, none of them breaking\n',
  });
  output = { stdout: '', stderr: '' };
  expect(await diff('diff', 'old.json', 'old.json')).toEqual({
    status: 0,
    stdout: '',
    stderr: 'writ openapi: no changes that affect clients\n',
  });
});

it('writ openapi diff --format=json prints the changes as JSON', async () => {
  const { status, stdout } = await diff('diff', 'old.json', 'less.json', '--format=json');
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toEqual([
    { breaking: true, operation: 'POST /notes', part: '', message: 'is removed' },
    { breaking: false, operation: 'PUT /notes', part: '', message: 'is added' },
  ]);
});

it('writ openapi diff prints notes about parts that it does not compare, and exits with 0', async () => {
  expect(await diff('diff', 'external.json', 'external.json')).toEqual({
    status: 0,
    stdout: 'note        /notes: the reference "notes.json" is not followed\n',
    stderr: 'writ openapi: no changes that affect clients; 1 note\n',
  });
});

it('writ openapi diff ignores a byte order mark', async () => {
  expect(await diff('diff', 'old.json', 'marked.json')).toMatchObject({ status: 0, stdout: '' });
});

it.each<[readonly string[], string | RegExp]>([
  [[], 'missing subcommand: write diff OLD NEW'],
  [['difference', 'old.json', 'old.json'], 'unknown subcommand "difference": the only one is diff'],
  [['diff'], 'missing OLD: pass two files'],
  [['diff', 'old.json'], 'missing NEW: pass two files'],
  [['diff', 'old.json', 'old.json', 'x'], 'unexpected argument x'],
  [['diff', 'old.json', 'none.json'], 'cannot read none.json: file not found'],
  [['diff', 'broken.json', 'old.json'], 'broken.json is not JSON: '],
  [['diff', 'old.json', 'yaml.json'], /yaml\.json is not JSON: [^]*; only JSON is supported, not YAML\n/],
  [['diff', 'old.json', 'null.json'], 'the new document: /paths/~1notes/get must be an object, not null'],
  [['diff', 'old.json', 'list.json'], 'list.json is not an OpenAPI 3 document'],
  [['diff', 'swagger.json', 'old.json'], 'swagger.json is not an OpenAPI 3 document'],
])('%j is a usage error', async (argv, message) => {
  const { status, stdout, stderr } = await diff(...argv);
  expect([status, stdout]).toEqual([2, '']);
  if (typeof message === 'string') expect(stderr).toContain(`writ openapi: ${message}`);
  else expect(stderr).toMatch(message);
  expect(stderr).toContain('usage: writ openapi diff OLD NEW [--format=text|json]');
});
