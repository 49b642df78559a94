import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  anything,
  array,
  BodyParam,
  codec,
  Context,
  HttpRequest,
  int,
  isoDate,
  nullable,
  object,
  oneOf,
  optional,
  PathParam,
  QueryParam,
  route,
  User,
  uuid,
  type InferValue,
} from '../index.ts';
import type { Binding } from '../kernel.ts';

/* Types that the compiler must accept or reject. The check is that this file compiles. */
type Probe<A> = <T>() => T extends A ? 1 : 2;
type Same<A, B> = Probe<A> extends Probe<B> ? true : false;
function same<T extends true>(..._checked: T[]): void {}

enum Colour {
  Red = 'red',
  Blue = 'blue',
}
enum Level {
  Low,
  High,
}
const sizes = { S: 'small', L: 'large' } as const;
class NewNote {
  title = '';
}
abstract class Shape {
  abstract area(): number;
}
const schema = z.object({ title: z.string(), n: z.number().optional() });
const point = object({ x: Number, label: optional(String), tags: array(String) });
const maybe = optional(array(schema));
const one = oneOf('a', 'b', 3);
const orNull = nullable(int);
const big = codec({ name: 'big', parse: BigInt });

same<Same<InferValue<NumberConstructor>, number>>();
same<Same<InferValue<StringConstructor>, string>>();
same<Same<InferValue<BooleanConstructor>, boolean>>();
same<Same<InferValue<BigIntConstructor>, bigint>>();
same<Same<InferValue<DateConstructor>, Date>>();
same<Same<InferValue<typeof int>, number>>();
same<Same<InferValue<typeof uuid>, string>>();
same<Same<InferValue<typeof isoDate>, Date>>();
same<Same<InferValue<typeof big>, bigint>>();
same<Same<InferValue<typeof schema>, { title: string; n?: number | undefined }>>();
same<Same<InferValue<typeof maybe>, { title: string; n?: number | undefined }[] | undefined>>();
same<Same<InferValue<typeof Colour>, Colour>>();
same<Same<InferValue<typeof Level>, Level>>();
same<Same<InferValue<typeof sizes>, 'small' | 'large'>>();
same<Same<InferValue<typeof NewNote>, NewNote>>();
same<Same<InferValue<typeof Shape>, Shape>>();
same<Same<InferValue<typeof ReadableStream>, ReadableStream<Uint8Array>>>();
same<Same<InferValue<typeof one>, 'a' | 'b' | 3>>();
same<Same<InferValue<typeof orNull>, number | null>>();
same<Same<InferValue<typeof anything>, unknown>>();
same<Same<InferValue<typeof point>, { x: number; tags: string[]; label?: string | undefined }>>();

const id = PathParam('id', int);
const verbose = QueryParam('v', optional(Boolean));

function compiles(): void {
  route({
    method: 'GET',
    path: '/{id}',
    bindings: [id, verbose],
    handler(number, flag) {
      same<Same<typeof number, number>>();
      same<Same<typeof flag, boolean | undefined>>();
    },
  });
  route({ method: 'GET', path: '/', handler: () => 1 });
  route({ method: 'GET', path: '/{id}', bindings: [id, verbose], handler: (number: number) => number });
  route({ method: 'GET', path: '/', bindings: [verbose.default('no')], handler: (flag: boolean) => flag });
  route({
    method: 'GET',
    path: '/',
    bindings: [Context(HttpRequest)],
    handler: (request) => request.headers,
  });
  route({
    method: 'GET',
    path: '/',
    bindings: [Context(optional(User))],
    handler: (user) => user?.principal,
  });
  route({ method: 'POST', path: '/', bindings: [BodyParam(schema)], handler: (note) => note.title });
  const plain: Binding<number> = { source: 'query', name: 'n', type: int };
  route({ method: 'GET', path: '/', bindings: [plain], handler: (n: number) => n });

  // @ts-expect-error a string parameter for a number binding
  route({ method: 'GET', path: '/{id}', bindings: [id], handler: (wrong: string) => wrong });
  // @ts-expect-error an optional binding for a required parameter
  route({ method: 'GET', path: '/', bindings: [verbose], handler: (flag: boolean) => flag });
  // @ts-expect-error more parameters than bindings
  route({ method: 'GET', path: '/{id}', bindings: [id], handler: (n: number, more: string) => [n, more] });
  // @ts-expect-error parameters without bindings
  route({ method: 'GET', path: '/{id}', handler: (n: number) => n });
  // @ts-expect-error parameters in the wrong order
  route({ method: 'GET', path: '/', bindings: [id, verbose], handler: (a: boolean, b: number) => [a, b] });
  // @ts-expect-error another enum
  route({ method: 'GET', path: '/', bindings: [QueryParam('c', Colour)], handler: (level: Level) => level });
  // @ts-expect-error not a type
  QueryParam('c', 5);
}

it('types are plain records of their arguments', () => {
  expect(compiles).toBeTypeOf('function');
  expect(verbose.default('no').binding).toEqual({
    source: 'query',
    name: 'v',
    type: optional(Boolean),
    default: 'no',
  });
  expect(verbose.raw().binding).toMatchObject({ raw: true });
  expect(verbose.binding).not.toHaveProperty('raw');
  const recorded = route({
    method: 'get',
    path: '/{id}',
    bindings: [id],
    produces: 'text/plain',
    handler: String,
  });
  expect(recorded).toMatchObject({
    method: 'GET',
    bindings: [{ source: 'path', name: 'id', type: int }],
    produces: ['text/plain'],
  });
  expect(recorded.origin?.file).toBe(import.meta.filename);
});
