/** Both front ends read the same types from sources and from compiled code, in requests and in results. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeEnvironment } from '../../../../scripts/processes/node-environment.ts';
import { write } from '../project.ts';
import { applicationFiles, compiledPackage, packageSources, type FrontEndAnswers } from './application.ts';
import { KINDS } from './kinds.ts';

const workspace = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'writ-kinds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a workspace with the package `@acme/types` and the application, which imports it; returns its folder. */
function createWorkspace(name: string, files: Readonly<Record<string, string>>): string {
  const root = join(folder, name);
  write(root, { 'package.json': '{ "type": "module" }', ...files });
  symlinkSync(workspace, join(root, 'node_modules'));
  mkdirSync(join(root, 'app/node_modules/@acme'), { recursive: true });
  symlinkSync(join(root, 'packages/types'), join(root, 'app/node_modules/@acme/types'));
  return root;
}

function run(directory: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: directory,
    encoding: 'utf8',
    timeout: 120_000,
    env: { PATH: process.env['PATH'], ...nodeEnvironment },
  });
  expect([status, stderr], stdout).toEqual([0, '']);
  return stdout;
}

type Answers = Readonly<Record<'annotations' | 'controllers', FrontEndAnswers>>;

function runSources(): Answers {
  const files = Object.entries(applicationFiles(KINDS)).map(([name, text]) => [
    `app/${name}`,
    text.replaceAll(/(from '\.\.?\/[^']*)\.js'/g, "$1.ts'"),
  ]);
  const root = createWorkspace('sources', { ...packageSources, ...Object.fromEntries(files) });
  return JSON.parse(run(join(root, 'app'), '--import', '@writ/annotations/register', 'src/main.ts'));
}

function runCompiled(): Answers {
  const files = Object.entries(applicationFiles(KINDS)).map(([name, text]) => [`app/${name}`, text]);
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    declaration: true,
    skipLibCheck: true,
    types: ['node'],
    rootDir: 'src',
    outDir: 'out',
  };
  const root = createWorkspace('compiled', {
    ...compiledPackage,
    'app/tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    'app/package.json': '{ "type": "module" }',
    ...Object.fromEntries(files),
  });
  const tsc = join(workspace, 'typescript/bin/tsc');
  run(join(root, 'packages/types'), tsc, '--singleThreaded', '-p', '.');
  // The sources of this checkout's packages are not checked.
  run(join(root, 'app'), tsc, '--singleThreaded', '-p', '.', '--noCheck');
  return JSON.parse(run(join(root, 'app'), 'out/main.js'));
}

/** Returns a schema with references replaced by what they refer to, and without `additionalProperties: false`. */
function inline(schema: any, document: any, open: readonly string[] = []): any {
  if (Array.isArray(schema)) return schema.map((each) => inline(each, document, open));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, additionalProperties, $schema: _, ...others } = schema;
  if ($ref !== undefined) {
    const name = $ref.replace('#/components/schemas/', '');
    const contained = { contains: name.split('_')[0] };
    return open.includes(name)
      ? contained
      : inline(document.components.schemas[name], document, [...open, name]);
  }
  const inner = additionalProperties === false ? others : { ...others, additionalProperties };
  return Object.fromEntries(
    Object.entries(inner).flatMap(([key, each]) =>
      each === undefined || key === 'description' || isEmptyProperties(key, each)
        ? []
        : [[key, inline(each, document, open)]],
    ),
  );
}

/** Whether a schema lists no properties, as for a record. */
function isEmptyProperties(key: string, value: unknown): boolean {
  return key === 'properties' && Object.keys(value as object).length === 0;
}

describe.each([
  ['from sources', runSources],
  ['from compiled code', runCompiled],
])('types that are read %s', (_name, collect) => {
  let answers: Answers;
  beforeAll(() => {
    answers = collect();
    const { annotations, controllers } = answers;
    expect([annotations.findings, controllers.findings]).toEqual([[], []]);
  });

  describe.each(['annotations', 'controllers'] as const)('by %s', (frontEnd) => {
    const rows = KINDS.map((kind, index) => [kind.type, kind, index] as const);

    it.each(rows)(
      'convert and validate bodies: %s',
      (_type, { accepted, shown = accepted, issue }, index) => {
        const [yes, no] = answers[frontEnd].bodies[index]!;
        expect(yes).toEqual({ status: 200, value: shown });
        const [pointer, detail] = issue;
        expect(no).toEqual({ status: 400, issues: [[`/value${pointer}`, detail]] });
      },
    );

    it.each(rows.filter(([, { query }]) => query))(
      'convert and validate strings: %s',
      (_type, _kind, index) => {
        const [yes, no] = answers[frontEnd].queries[index]!;
        expect([yes.status, no.status]).toEqual([200, 400]);
        expect(no.issues).toMatchObject([['/value', expect.any(String)]]);
      },
    );

    it.each(rows.filter(([, { json }]) => json === undefined))(
      'validate results: %s',
      (_type, { accepted }, index) => {
        const [yes, no] = answers[frontEnd].results[index]!;
        expect(yes).toEqual({ status: 200, value: accepted });
        expect(no.status).toBe(500);
      },
    );

    it.each(rows)('are documented: %s', (_type, { schema, query, json }, index) => {
      const { document } = answers[frontEnd];
      const { post, get } = document.paths[`/kind${index}`];
      const { put } = document.paths[`/kind${index}/{valid}`] ?? {};
      const schemaOf = (content: any): unknown =>
        inline(content['application/json'].schema, document).properties.value;
      expect(schemaOf(post.requestBody.content)).toEqual(schema);
      if (query !== undefined) expect(inline(get.parameters[0].schema, document)).toEqual(schema);
      if (json === undefined) expect(schemaOf(put.responses['200'].content)).toEqual(schema);
    });
  });
});
