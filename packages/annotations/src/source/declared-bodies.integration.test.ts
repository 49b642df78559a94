/** Interfaces and other object types validate bodies that have no explicit type. */
import { afterEach, expect, it } from 'vitest';
import { compilerSettings, createProject, type Ended, type Project } from '../../test/project.ts';
import { runApp } from '../../test/shared-import.ts';

let project: Project | undefined;
afterEach(() => {
  project?.remove();
  project = undefined;
});

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

it('compiled code reads object types of bodies from its declaration files', () => {
  project = createProject({
    'tsconfig.json': compilerSettings(),
    'src/notes.ts': notes,
    'src/app.ts': app,
  });
  project.compile('--noCheck');
  expectAnswers(project.node('out/app.js'));
});

it('types of schemas are reported, because the annotation needs the schema itself', async () => {
  const main = `
    import { BodyParam, Path, POST, RestRouter } from '@writ/annotations';
    import { Toolkit } from '@writ/http';
    import { z } from 'zod';
    const Note = z.object({ title: z.string() });
    @Path('/notes')
    class Notes {
      @POST('/a') input(@BodyParam() note: z.input<typeof Note>) { return note; }
      @POST('/b') output(@BodyParam() note: z.infer<typeof Note>) { return note; }
      @POST('/c') schema(@BodyParam(Note) note: z.input<typeof Note>) { return note; }
    }
    const found = RestRouter.register(new Toolkit(), Notes).diagnostics();
    console.log(JSON.stringify(found.map(({ code, message, hint, range }) => [code, message, hint, range?.start.line])));`;
  const { stdout } = await runApp({ 'app.ts': main });
  const hint = 'declare it: BodyParam(NewNote), or another type; the schema itself can be passed as the type';
  expect(JSON.parse(stdout)).toEqual(
    (['input', 'infer'] as const).map((name, index) => [
      'W2107',
      `parameter "note" of Notes.${['input', 'output'][index]}: the type z.${name}<typeof Note> does not contain its schema at run time`,
      hint,
      8 + index,
    ]),
  );
});
