import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  BodyParam,
  DenyAll,
  Event,
  GET,
  NoCache,
  Path,
  PermitAll,
  Raw,
  RolesAllowed,
  SuppressCheck,
  Valid,
} from '../index.ts';

type Loose = (...given: unknown[]) => unknown;

class Notes {
  one(): string {
    return 'one';
  }
}
const method = [Notes.prototype, 'one', Object.getOwnPropertyDescriptor(Notes.prototype, 'one')];
const standardMethod = [Notes.prototype.one, { kind: 'method', name: 'one', addInitializer: () => {} }];
const parameter = [Notes.prototype, 'one', 0];
const field = [Notes.prototype, 'title', undefined];
const ofConstructor = [Notes, undefined, 0];
const ofClass = [Notes];
const standardClass = [Notes, { kind: 'class', name: 'Notes', addInitializer: () => {} }];

it.each<[string, Loose, unknown[][]]>([
  ["@GET('/')", GET as Loose, [method, standardMethod]],
  ['@DenyAll()', DenyAll as Loose, [method, standardMethod, ofClass, standardClass]],
  ['@PermitAll()', PermitAll as Loose, [method, standardMethod, ofClass, standardClass]],
  ["@RolesAllowed('role')", RolesAllowed as Loose, [method, standardMethod, ofClass, standardClass]],
  ['@NoCache()', NoCache as Loose, [ofClass, standardClass]],
  ['@SuppressCheck()', SuppressCheck as Loose, [ofClass, standardClass]],
  ['@Raw()', Raw as Loose, [parameter, ofConstructor, field]],
  ['@Valid()', Valid as Loose, [parameter, ofConstructor, field, method, standardMethod]],
])('%s without parentheses throws a TypeError with the call to write', (written, annotation, calls) => {
  for (const given of calls) {
    expect(() => annotation(...given)).toThrow(`must be called: write ${written}`);
  }
});

it.each([
  ['a method', method, 'Notes.one'],
  ['a method with standard decorators', standardMethod, 'one'],
  ['a parameter', parameter, 'Notes.one'],
  ['a parameter of the constructor', ofConstructor, 'Notes'],
  ['a field', field, 'Notes.title'],
  ['a class', ofClass, 'Notes'],
  ['a class with standard decorators', standardClass, 'Notes'],
])('an annotation without parentheses throws a TypeError with the name of %s', (_what, given, name) => {
  expect(() => (Valid as Loose)(...given)).toThrow(
    new TypeError(`an annotation on ${name} must be called: write @Valid()`),
  );
});

it('@Path without parentheses throws a TypeError with an example', () => {
  expect(() => (Path as Loose)(Notes)).toThrow(
    new TypeError("an annotation on Notes must be called: write @Path('/path')"),
  );
});

it.each<[string, () => unknown, string]>([
  ['GET', () => (GET as Loose)('/', { produce: 'text/plain' }), 'did you mean produces?'],
  ['GET', () => (GET as Loose)({ method: 'x' }), 'valid options are consumes, produces, order'],
  ['Event', () => (Event as Loose)(() => {}, { respones: 404 }), 'did you mean response?'],
])('@%s with an unknown option throws a TypeError with a suggestion', (annotation, call, hint) => {
  expect(call).toThrow(TypeError);
  expect(call).toThrow(new RegExp(`^@${annotation} has no option "\\w+": ${hint.replace('?', '\\?')}$`));
});

it.each<[string, unknown[], string]>([
  ['undefined after the options', ['/', {}, undefined], 'undefined'],
  ['a second path', ['/', '/x'], "'/x'"],
  ['an object that is not a binding', ['/', {}, { name: 'id' }], "{ name: 'id' }"],
])('@GET rejects an argument that is not a binding: %s', (_, given, found) => {
  expect(() => (GET as Loose)(...given)).toThrow(
    new TypeError(`@GET accepts a path, options and bindings such as PathParam('id', int), not ${found}`),
  );
});

it('annotations with parentheses are accepted', () => {
  expect(() => [
    GET(),
    GET('/'),
    GET({ order: 1 }),
    GET('/', {}, BodyParam(Object)),
    GET(BodyParam(Object)),
  ]).not.toThrow();
  expect(() => [
    DenyAll(),
    PermitAll(),
    RolesAllowed(),
    RolesAllowed('a', 'b', 'c'),
    NoCache(),
    Raw(),
    Valid(),
    Valid(z.string()),
  ]).not.toThrow();
});
