/** The compiler that runs the tests emits metadata but does not record declared types. */
import type { Diagnostic } from '@writ/diagnostics';
import { Router, Toolkit } from '@writ/http';
import { describe, expect, it } from 'vitest';
import {
  BeanParam,
  BodyParam,
  Context,
  GET,
  HeaderParam,
  Path,
  PathParam,
  POST,
  QueryParam,
  RestRouter,
  Valid,
} from '../index.ts';
import { HttpRequest, int, oneOf } from '@writ/http';

const warningsOf = (...types: readonly (new () => object)[]): readonly Diagnostic[] =>
  RestRouter.register(new Toolkit(), ...types).diagnostics();

const messages = (...types: readonly (new () => object)[]): readonly string[] =>
  warningsOf(...types).map(
    ({ code, severity, message }) => `${code} ${severity}: ${message.split(' comes from')[0]}`,
  );

describe('types that are known only from metadata cause one warning per class', () => {
  it('for parameters, with the location of the first parameter', () => {
    @Path('/')
    class Notes {
      @GET('/a') a(@QueryParam('x') _x: string, @HeaderParam('y') _y: number) {}
      @GET('/b') b(@QueryParam('z') _z: boolean) {}
    }
    expect(messages(Notes)).toEqual([
      "W2132 warning: Notes: the type of QueryParam('x') of Notes.a and 2 more",
    ]);
    const [warning] = warningsOf(Notes);
    expect(warning!.message).toContain(
      'comes from metadata only, which contains String for enums and literals as well, so their values are not checked',
    );
    expect(warning!.hint).toBe(
      `declare it, for example with QueryParam('x', String), or provide the declared types: compile with "declaration": true, import the output of "writ build", or use @writ/annotations/register or a plug-in of @writ/annotations/bundler`,
    );
    expect([warning!.file, warning!.range?.start.line]).toEqual([
      expect.stringContaining('metadata-findings.test.ts'),
      expect.any(Number),
    ]);
  });

  it('for the fields and constructor parameters of a bean, on any route that binds it', () => {
    class Inner {
      @QueryParam('c') c!: string;
    }
    class Search {
      @QueryParam('a') a!: string;
      @BeanParam() inner!: Inner;
      constructor(@QueryParam('b') readonly b: string) {}
    }
    @Path('/one')
    class One {
      @GET('/') a(@BeanParam() _search: Search) {}
    }
    @Path('/two')
    class Two {
      @GET('/', BeanParam(Search as never)) a(_search: Search) {}
    }
    expect(messages(One, Two)).toEqual([
      "W2132 warning: Search: the type of QueryParam('a') of Search.a and 1 more",
      "W2132 warning: Inner: the type of QueryParam('c') of Inner.c",
    ]);
  });

  it('for the base class that declares a method, once for all subclasses', () => {
    class Base {
      @GET('/{id}') one(@PathParam('id') _id: string) {}
    }
    @Path('/a')
    class A extends Base {}
    @Path('/b')
    class B extends Base {}
    const router = RestRouter.register(RestRouter.register(new Toolkit(), A), B);
    expect(router.diagnostics().map(({ message }) => message.split(' comes from')[0])).toEqual([
      "Base: the type of PathParam('id') of A.one",
    ]);
  });

  it('for a body parameter', () => {
    @Path('/')
    class Bodies {
      @POST('/a') a(_text: string) {}
      @POST('/b') b(@BodyParam() _text: string) {}
    }
    expect(messages(Bodies)).toEqual([
      'W2132 warning: Bodies: the type of BodyParam() of Bodies.a and 1 more',
    ]);
  });
});

it('explicit types, classes, schemas, readers and context objects cause no metadata warning', () => {
  class Note {}
  const schema = {
    '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
  } as const;
  @Path('/')
  class Notes {
    @GET('/a') a(@QueryParam('x', String) _x: string, @QueryParam('y', oneOf('a', 'b')) _y: 'a' | 'b') {}
    @GET('/b', QueryParam('x', int)) b(_x: number) {}
    @GET('/c') c(@QueryParam('x') _x: Date, @Context() _request: HttpRequest) {}
    @GET('/d') d(
      @QueryParam('x') @Valid(schema) _x: string,
      @(QueryParam('y').reader((text) => text)) _y: string,
    ) {}
    @POST('/e') e(_note: Note) {}
  }
  expect(warningsOf(Notes)).toEqual([]);
});

it('a router with a metadata warning starts and logs it', () => {
  const logged: string[] = [];
  const silent = {
    debug() {},
    info() {},
    error() {},
    warn: (_: object, message: string) => void logged.push(message),
  };
  @Path('/')
  class Notes {
    @GET('/') a(@QueryParam('x') x: string) {
      return x;
    }
  }
  const router = RestRouter.register(new Toolkit({ logger: silent }), Notes);
  expect(router.build()).toBeInstanceOf(Router);
  expect(logged).toEqual([expect.stringMatching(/warning W2132 metadata-only-type: Notes: /)]);
});
