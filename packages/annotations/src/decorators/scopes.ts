import type { Filter } from '@writ/http';
import { captureOrigin, setClassesOfMethod, type Origin } from '@writ/http/kernel';
import { classesOfMethod } from '../collect/classes-of-method.ts';
import { assertCalled } from '../recording/assert-called.ts';
import { createComponent } from '../components/component.ts';
import { HANDLER, WRITER, type WriterSource } from '../components/roles.ts';
import type { HandlersOf } from '../components/handler-types.ts';
import type { ClassAnnotation, MethodAnnotation, ScopeDecorator } from '../recording/decorator-types.ts';
import type { AnnotationRecord } from '../recording/records.ts';
import { recordAnnotation } from '../recording/record-annotation.ts';
import { readTarget, type DecoratorArguments } from '../recording/decorator-target.ts';

/** Sets the path of a class or a method. A method's path is appended to the path of its class. */
export function Path(path: string): ScopeDecorator {
  assertPath('@Path', path);
  return createScopeDecorator({ kind: 'path', path }, captureOrigin(Path));
}

/** Sets a path prefix for the class and its methods; a base class can declare it for many classes. */
export function ApplicationPath(path: string): ClassAnnotation {
  assertPath('@ApplicationPath', path);
  return createScopeDecorator({ kind: 'application', path }, captureOrigin(ApplicationPath));
}

/** Declares the media types of the request body; on a reader class, the media types that it is registered for. */
export function Consumes(...types: readonly string[]): ScopeDecorator {
  return createScopeDecorator({ kind: 'consumes', types }, captureOrigin(Consumes));
}

/** Declares the media types of the response; on a writer class, the media types that it is registered for. */
export function Produces(...types: readonly string[]): ScopeDecorator {
  return createScopeDecorator({ kind: 'produces', types }, captureOrigin(Produces));
}

/**
 * Adds static headers to the response, written as `'Name: value'`. `Accept` acts like `@Consumes`, and `Content-Type`
 * acts like `@Produces`.
 */
export function Header(...lines: readonly string[]): ScopeDecorator {
  return createScopeDecorator({ kind: 'headers', lines }, captureOrigin(Header));
}

/** Sets the writer of the results: a class, an instance or a function. */
export function ResponseWriter(writer: WriterSource): ScopeDecorator {
  const origin = captureOrigin(ResponseWriter);
  return createScopeDecorator({ kind: 'writer', writer: createComponent(WRITER, writer, origin) }, origin);
}

/** Sets exception handlers (classes, instances or functions) in the order in which they are tried. */
export function CatchWith<const H extends readonly unknown[]>(...handlers: HandlersOf<H>): ScopeDecorator {
  const origin = captureOrigin(CatchWith);
  const components = handlers.map((handler: unknown) => createComponent(HANDLER, handler, origin));
  return createScopeDecorator({ kind: 'catch', handlers: components }, origin);
}

/** Creates a new instance of the class (an endpoint, reader, writer, handler or provider) for each request. */
export function NoCache(...given: readonly []): ClassAnnotation {
  assertCalled(given, '@NoCache()');
  return createScopeDecorator({ kind: 'noCache' }, captureOrigin(NoCache));
}

/**
 * Runs the methods in worker threads, which create their own instances of the class. The module passed to
 * `@Blocking(import.meta.url)` must export the class under its name and have no side effects. Arguments and results are
 * structured clones, except that instances keep their class. The annotation is not inherited.
 */
export function Blocking(module: string, ...given: readonly []): ScopeDecorator {
  assertCalled([module, ...given], '@Blocking(import.meta.url)');
  setClassesOfMethod(classesOfMethod);
  return createScopeDecorator({ kind: 'blocking', module }, captureOrigin(Blocking));
}

/** Disables, for an endpoint, reader or writer, the check that readers and writers match the types of a method. */
export function SuppressCheck(...given: readonly []): ClassAnnotation {
  assertCalled(given, '@SuppressCheck()');
  return createScopeDecorator({ kind: 'suppressCheck' }, captureOrigin(SuppressCheck));
}

/** Adds filters around the route: `(context, next) => …`. Class filters run around method filters. */
export function Use(...filters: readonly Filter[]): ScopeDecorator {
  return createScopeDecorator({ kind: 'use', filters }, captureOrigin(Use));
}

/**
 * Sets the position of a route: routes are tried in the order of these numbers, lowest first (default: 0). Negative
 * numbers are allowed.
 */
export function RouteOrder(order: number): MethodAnnotation {
  return createScopeDecorator({ kind: 'order', order }, captureOrigin(RouteOrder));
}

type AnnotationInit<N = AnnotationRecord> = N extends AnnotationRecord ? Omit<N, 'origin'> : never;

/** Creates a decorator that records an annotation on a class or a method. */
export function createScopeDecorator(init: AnnotationInit, origin: Origin): ScopeDecorator {
  const annotation: AnnotationRecord = { ...init, origin };
  return (...target: DecoratorArguments): void => recordAnnotation(annotation, readTarget(target));
}

function assertPath(annotation: string, path: unknown): void {
  assertCalled([path], `${annotation}('/path')`);
  if (typeof path === 'string') return;
  const found = path === null ? 'null' : path === undefined ? 'undefined' : `a value of type ${typeof path}`;
  throw new TypeError(`${annotation} requires a path, such as '/notes', not ${found}`);
}
