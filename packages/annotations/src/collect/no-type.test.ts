import { optional, Toolkit, type Type } from '@writ/http';
import { expect, it } from 'vitest';
import { BodyParam, GET, HeaderParam, Path, POST, QueryParam, RestRouter } from '../index.ts';

// Invalid types, which JavaScript code or a cast can pass.
const values: readonly [shown: string, value: unknown][] = [
  ['"int"', 'int'],
  ['3', 3],
  ['"int"', optional('int' as unknown as Type)],
];

/** The start-up findings of a class, one per line. */
function findingsOf(type: new () => object): string[] {
  return RestRouter.register(new Toolkit(), type)
    .diagnostics()
    .map(({ code, message }) => `${code} ${message}`);
}

it.each(values)('%s in place of a type is reported as a finding', (shown, value) => {
  const type = value as Type;
  @Path('/')
  class Notes {
    @GET('/query') query(@QueryParam('n', type) _n: number) {}
    @GET('/header') header(@HeaderParam('n', type) _n: string) {}
    @GET('/verb', QueryParam('n', type)) verb(_n: unknown) {}
    @POST('/body') body(@BodyParam(type) _body: string) {}
  }
  expect(findingsOf(Notes)).toEqual([
    `W2002 GET /query (Notes.query): query n: ${shown} is not a type`,
    `W2002 GET /header (Notes.header): header n: ${shown} is not a type`,
    `W2002 GET /verb (Notes.verb): query n: ${shown} is not a type`,
    `W2002 POST /body (Notes.body): body: ${shown} is not a type`,
  ]);
});
