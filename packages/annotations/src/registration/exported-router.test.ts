import { Toolkit } from '@writ/http';
import { expect, it } from 'vitest';
import { exportedRouter, GET, Path } from '../index.ts';

@Path('/notes')
class Notes {
  readonly store: object;
  constructor(store: object) {
    this.store = store;
  }
  @GET('/') list(): unknown {
    return this.store;
  }
}
class Plain {
  @GET('/plain') one(): string {
    return 'plain';
  }
}

const toolkit = (): Toolkit => new Toolkit({ inherit: false });

it('exportedRouter registers instantiable classes and reports other classes at their declarations', () => {
  const router = exportedRouter(toolkit(), [
    { type: Plain, origin: {} },
    { type: Notes, origin: { file: '/nowhere/notes.ts', line: 3, column: 14 } },
  ]);
  expect(router.table().map(({ handler }) => handler)).toEqual(['Plain.one']);
  expect(router.diagnostics()).toMatchObject([
    {
      code: 'W2110',
      message: 'the constructor of Notes takes 1 argument',
      file: '/nowhere/notes.ts',
      range: { start: { line: 3, column: 14 } },
      hint: 'export a router that contains it: export const router = RestRouter.register(new Toolkit(), new Notes(…));',
    },
  ]);
});

it('exportedRouter reports a class at its first annotation if the declaration has no line', () => {
  const router = exportedRouter(toolkit(), [{ type: Notes, origin: { file: '/nowhere/again.ts' } }]);
  const [{ file, range } = {}] = router.diagnostics();
  expect(file).toMatch(/exported-router\.test\.ts$/);
  expect(range!.start.line).toBe(5);
});

it('exportedRouter reports only the file of a class that merely inherits annotations', () => {
  // The constructor is inherited too.
  class More extends Notes {}
  const router = exportedRouter(toolkit(), [{ type: More, origin: { file: '/nowhere/more.ts' } }]);
  expect(router.diagnostics()).toEqual([
    expect.objectContaining({ code: 'W2110', file: '/nowhere/more.ts' }),
  ]);
});
