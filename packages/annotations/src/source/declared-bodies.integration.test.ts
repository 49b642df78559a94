/** Interfaces and other object types validate bodies that have no explicit type. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compilerSettings, createProject, type Ended, type Project } from '../../test/project.ts';
import { runApp } from '../../test/shared-import.ts';

const notes = `
  export interface Note { title: string; rank?: number; replies?: Note[]; [other: string]: unknown }
  export type Change = { kind: 'added'; note: Note } | { kind: 'removed'; ids: Set<number> };
  export interface Counts { of: Map<string, number>; extra: unknown }`;

const app = `
  import { BodyParam, Path, POST, RestRouter } from '@writ/annotations';
  import { Toolkit } from '@writ/http';
  import { openapi } from '@writ/http/openapi';
  import type { Change, Counts, Note } from './notes.js';

  @Path('/')
  export class Notes {
    @POST('/note') note(@BodyParam() note: Note) { return note; }
    @POST('/change') change(@BodyParam() change: Change) { return 'ids' in change ? [...change.ids] : 0; }
    @POST('/counts') counts(@BodyParam() counts: Counts) { return [...counts.of]; }
  }

  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const router = RestRouter.register(new Toolkit({ logger: silent }), Notes);
  const requests: [string, unknown][] = [
    ['note', { title: 'a', replies: [{ title: 'b' }], more: 1 }],
    ['note', { title: 'a', replies: [{ rank: 'x' }] }],
    ['change', { kind: 'removed', ids: [1, 2, 1] }],
    ['change', { kind: 'added', note: {} }],
    ['counts', { of: { a: 1 }, extra: [null] }],
    ['counts', { of: { a: 'b' } }],
  ];
  const answers: unknown[] = [];
  for (const [path, value] of requests) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
    const response = await router.fetch(new Request('http://localhost/' + path, init));
    const body: any = await response.json();
    answers.push(response.ok ? body : body.errors.map(({ pointer, detail }: any) => [pointer, detail]));
  }
  const { components } = openapi(router, { info: { title: 'Notes', version: '1' } }) as any;
  console.log(JSON.stringify([...answers, components.schemas.Note.required]));`;

function expectAnswers({ stdout, stderr }: Ended): void {
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([
    { title: 'a', replies: [{ title: 'b' }], more: 1 },
    [
      ['/replies/0/title', 'is missing'],
      ['/replies/0/rank', 'must be a number'],
    ],
    [1, 2],
    [['/note/title', 'is missing']],
    [['a', 1]],
    [
      ['/of/a', 'must be a number'],
      ['/extra', 'is missing'],
    ],
    ['title'],
  ]);
}

it('the register hook records object types of bodies', async () => {
  expectAnswers(await runApp({ 'notes.ts': notes, 'app.ts': app.replace('./notes.js', './notes.ts') }));
});

const drafts = `
  import { BodyParam, Path, POST, PUT, RestRouter } from '@writ/annotations';
  import { Toolkit } from '@writ/http';
  import { z } from 'zod';
  const Draft = z.object({ title: z.string().trim().min(1), rank: z.number().default(3) });
  export const NoSchema = {};
  export interface Rest { drafts: z.infer<typeof Draft>[] }

  @Path('/drafts')
  export class Drafts {
    @POST('/') add(@BodyParam() draft: z.infer<typeof Draft>): z.infer<typeof Draft> { return draft; }
    @PUT('/') put(@BodyParam() draft: z.input<typeof Draft>): z.input<typeof Draft> { return draft; }
    @POST('/all') all(@BodyParam() { drafts }: Rest) { return drafts; }
  }
  @Path('/wrong')
  export class Wrong {
    @POST('/') add(@BodyParam() draft: z.infer<typeof NoSchema>) { return draft; }
  }
  const findingsOf = (...types: any[]) =>
    RestRouter.register(new Toolkit(), ...types).diagnostics().map(({ code, message, hint, range }) => [code, message, hint, range?.start.line]);`;

it('a schema that its module does not export validates the parameters in this module', async () => {
  const main = `${drafts}
    import { openapi } from '@writ/http/openapi';
    const router = RestRouter.register(new Toolkit(), Drafts);
    const answers: unknown[] = [];
    for (const [method, path, value] of [
      ['POST', '', { title: ' a ' }], ['PUT', '', { title: ' a ' }], ['PUT', '', { title: ' ' }], ['POST', '/all', { drafts: [{ title: 'a' }, {}] }],
    ] as const) {
      const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
      const response = await router.fetch(new Request('http://localhost/drafts' + path, init));
      const body: any = await response.json();
      answers.push(response.ok ? body : body.errors.map(({ pointer }: any) => pointer));
    }
    const { paths } = openapi(router, { info: { title: 'Drafts', version: '1' } }) as any;
    for (const method of ['post', 'put']) {
      const { requestBody, responses } = paths['/drafts'][method];
      answers.push([requestBody, responses['200']].map(({ content }) => content['application/json'].schema.required));
    }
    console.log(JSON.stringify([findingsOf(Wrong), answers]));`;
  const { stdout, stderr } = await runApp({ 'app.ts': main });
  expect(stderr).toBe('');
  const [findings, answers] = JSON.parse(stdout) as [unknown, unknown];
  expect(findings).toEqual([
    [
      'W2107',
      'parameter "draft" of Wrong.add: NoSchema is not a Standard Schema',
      'declare it: BodyParam(NewNote), or another type; create one with zod, valibot, arktype or another library',
      17,
    ],
  ]);
  expect(answers).toEqual([
    { title: 'a', rank: 3 },
    { title: ' a ' },
    ['/title'],
    ['/drafts/1/title'],
    [['title'], ['title', 'rank']],
    [['title'], ['title']],
  ]);
});

/** Applications that are compiled together. */
let compiled: Project;
beforeAll(() => {
  compiled = createProject({
    'tsconfig.json': compilerSettings(),
    'src/bodies/notes.ts': notes,
    'src/bodies/app.ts': app,
    'src/hidden.ts': `${drafts}
      console.log(JSON.stringify(findingsOf(Drafts).map((finding: any) => finding.slice(0, 3))));`,
    'src/early.ts': `${drafts.replace('const Draft', 'export const Draft')}
      console.log(JSON.stringify(findingsOf(Drafts).map(([code, message, hint]: any) => [code, message.slice(0, 70), hint])));`,
  });
  compiled.compile('--noCheck');
});
afterAll(() => compiled.remove());

it('compiled code reads object types of bodies from its declaration files', () => {
  expectAnswers(compiled.node('out/bodies/app.js'));
});

it('compiled code reports a schema that its module does not export', () => {
  const { stdout, stderr } = compiled.node('out/hidden.js');
  expect(stderr).toBe('');
  const reason = 'the schema is not an export of a module, so it cannot be found at run time';
  const hint =
    'declare it: BodyParam(NewNote), or another type; export it as a separate const: export const Note = …';
  expect(JSON.parse(stdout)).toEqual(
    ['add', 'put', 'all'].map((name) => ['W2107', `parameter 1 of Drafts.${name}: ${reason}`, hint]),
  );
});

it('compiled code reports a schema whose module is still being evaluated', () => {
  const { stdout, stderr } = compiled.node('out/early.js');
  expect(stderr).toBe('');
  const [first, ...others] = JSON.parse(stdout) as [unknown, ...unknown[]];
  expect(others).toHaveLength(2);
  expect(first).toEqual([
    'W2107',
    expect.stringContaining('parameter 1 of Drafts.add: the schema Draft cannot be read:') as string,
    expect.stringContaining('declare the schema in a module that does not register the class') as string,
  ]);
});
