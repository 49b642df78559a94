import type { Diagnostic } from '@writ/diagnostics';
import { cors, StartupError, Toolkit, type Filter, type Logger, type Router } from '@writ/http';
import { expect, it } from 'vitest';
import { GET, Path, PathParam, RestBuilder, RestRouter, Use } from '../src/index.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
class Plain {
  @GET('/plain')
  all(): string {
    return '';
  }
}
const builder = (): RestBuilder => new RestBuilder(new Toolkit({ logger: silent })).register(Plain);
const pass: Filter = (_context, next) => next();
const write = (): void => {};

/** All places where an annotated application accepts a regular expression. */
const PLACES: readonly (readonly [place: string, build: (expression: string) => Router])[] = [
  [
    'the path of a class',
    (expression) => {
      @Path(`/{id:${expression}}`)
      class Notes {
        @GET('/', PathParam('id', String))
        one(id: string): string {
          return id;
        }
      }
      return builder().register(Notes).build();
    },
  ],
  [
    'the path of a verb',
    (expression) => {
      class Notes {
        @GET(`/:id:${expression}`, PathParam('id', String))
        one(id: string): string {
          return id;
        }
      }
      return builder().register(Notes).build();
    },
  ],
  [
    'a CORS filter of a class',
    (expression) => {
      @Path('/')
      @Use(cors({ origin: expression }))
      class Notes {
        @GET()
        all(): string {
          return '';
        }
      }
      return builder().register(Notes).build();
    },
  ],
  ['a filter for a pattern', (expression) => builder().use(`/{id:${expression}}`, pass).build()],
  ['a not-found handler', (expression) => builder().notFound(expression, write).build()],
  [
    'a not-found handler without a builder',
    (expression) => {
      const router = builder().build();
      RestRouter.notFound(router, expression, write);
      return router;
    },
  ],
  ['enableCors', (expression) => builder().enableCors(expression).build()],
];

it.each(PLACES)('an exponential expression in %s is reported once, as a warning', (_place, build) => {
  const costly = (expression: string): readonly string[] =>
    build(expression)
      .diagnostics()
      .filter(({ code }) => code === 'W2019')
      .map(({ severity }) => severity);
  expect(costly('(?:[a-z]+)*x')).toEqual(['warning']);
  expect(costly('[a-z]+x')).toEqual([]);
});

it.each(PLACES)('invalid escapes in %s are reported once', (_place, build) => {
  const escapes = (expression: string): readonly string[] =>
    diagnosticsOf(() => build(expression))
      .filter(({ code }) => code === 'W2024')
      .map(({ severity }) => severity);
  expect(escapes('a-\\\\d+')).toEqual(['error']);
  expect(escapes('a-d+')).toEqual(['warning']);
  expect(escapes('a-\\d+')).toEqual([]);
});

/** The findings of a router, or of the error if the router could not be created. */
function diagnosticsOf(build: () => Router): readonly Diagnostic[] {
  try {
    return build().diagnostics();
  } catch (error) {
    if (error instanceof StartupError) return error.diagnostics;
    throw error;
  }
}
