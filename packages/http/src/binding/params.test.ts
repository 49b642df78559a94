import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import {
  array,
  BeanParam,
  BodyParam,
  Context,
  CookieParam,
  FileUpload,
  FormParam,
  HttpRequest,
  int,
  MatrixParam,
  optional,
  QueryParam,
  route,
} from '../index.ts';
import type { BindingOf } from '../kernel.ts';

class Token {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
class Page {
  from = 0;
}

/** The type that the compiler infers for the bound argument. */
type Of<P> = P extends BindingOf<infer T> ? T : never;

it('the compiler infers the type of each binding', () => {
  const page = QueryParam('page', optional(int));
  expectTypeOf<Of<typeof page>>().toEqualTypeOf<number | undefined>();
  const first = page.default('1');
  expectTypeOf<Of<typeof first>>().toEqualTypeOf<number>();
  const shown = page.valid(z.number().transform(String));
  expectTypeOf<Of<typeof shown>>().toEqualTypeOf<string | undefined>();
  const read = QueryParam('t', Token).reader((text) => new Token(text));
  expectTypeOf<Of<typeof read>>().toEqualTypeOf<Token>();
  const files = FormParam('f', array(FileUpload));
  expectTypeOf<Of<typeof files>>().toEqualTypeOf<FileUpload[]>();
  const web = FormParam('f', optional(File));
  expectTypeOf<Of<typeof web>>().toEqualTypeOf<File | undefined>();
  const beanParam = BeanParam({ type: Page, fields: { from: page } });
  expectTypeOf<Of<typeof beanParam>>().toEqualTypeOf<Page>();
  const token = Context(optional(Token)).default('x');
  expectTypeOf<Of<typeof token>>().toEqualTypeOf<Token>();
  route({
    method: 'GET',
    path: '/',
    bindings: [first, MatrixParam('m', String), CookieParam('c', optional(String))],
    handler: (n, m, c) => {
      expectTypeOf(n).toEqualTypeOf<number>();
      expectTypeOf(m).toEqualTypeOf<string>();
      expectTypeOf(c).toEqualTypeOf<string | undefined>();
    },
  });
});

it('the compiler rejects a reader, provider or handler that does not match its binding', () => {
  // @ts-expect-error a reader that returns numbers for a Token
  QueryParam('t', Token).reader(() => 1);
  // @ts-expect-error a provider that returns strings for a Token
  Context(Token).from(() => 'text');
  // @ts-expect-error only query bindings have raw()
  expect(() => CookieParam('c', String).raw).not.toThrow();
  route({
    method: 'GET',
    path: '/',
    bindings: [QueryParam('n', int)],
    // @ts-expect-error the value is a number
    handler: (n: string) => n,
  });
});

it("a binding's methods return a modified copy and leave the original unchanged", () => {
  const schema = z.number();
  const plain = QueryParam('n', int);
  const full = plain.default('1').raw().valid(schema);
  expect(plain.binding).toEqual({ source: 'query', name: 'n', type: int });
  expect(full.binding).toEqual({ ...plain.binding, default: '1', raw: true, valid: schema });
  expect(BodyParam(int).default('2').binding).toEqual({ source: 'body', type: int, default: '2' });
  const key = Symbol('field');
  expect(
    BeanParam({ type: Page, parameters: [plain], fields: { from: plain, [key]: Context(HttpRequest) } })
      .binding,
  ).toEqual({
    source: 'bean',
    type: Page,
    parameters: [plain.binding],
    fields: [
      { name: 'from', binding: plain.binding },
      { name: key, binding: { source: 'context', type: HttpRequest } },
    ],
  });
});
