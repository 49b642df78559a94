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

/** The path of a class is the root of its routes; that of a method is appended to it. */
export function Path(path: string): ScopeDecorator {
  assertPath('@Path', path);
  return createScopeDecorator({ kind: 'path', path }, captureOrigin(Path));
}

/** A path before those of the class and of its methods; a base class may say it for many. */
export function ApplicationPath(path: string): ClassAnnotation {
  assertPath('@ApplicationPath', path);
  return createScopeDecorator({ kind: 'application', path }, captureOrigin(ApplicationPath));
}

/** Media types of the request's body; of a reader class: those that it is registered for. */
export function Consumes(...types: readonly string[]): ScopeDecorator {
  return createScopeDecorator({ kind: 'consumes', types }, captureOrigin(Consumes));
}

/** Media types of the response; of a writer class: those that it is registered for. */
export function Produces(...types: readonly string[]): ScopeDecorator {
  return createScopeDecorator({ kind: 'produces', types }, captureOrigin(Produces));
}

/**
 * Static headers of the response, as `'Name: value'`. `Accept` is what `@Consumes` says, `Content-Type` what `@Produces`
 * says.
 */
export function Header(...lines: readonly string[]): ScopeDecorator {
  return createScopeDecorator({ kind: 'headers', lines }, captureOrigin(Header));
}

/** Writes the results: a class, an instance or a function. */
export function ResponseWriter(writer: WriterSource): ScopeDecorator {
  const origin = captureOrigin(ResponseWriter);
  return createScopeDecorator({ kind: 'writer', writer: createComponent(WRITER, writer, origin) }, origin);
}

/** Who answers for errors, in the order in which they are asked: classes, instances or functions. */
export function CatchWith<const H extends readonly unknown[]>(...handlers: HandlersOf<H>): ScopeDecorator {
  const origin = captureOrigin(CatchWith);
  const components = handlers.map((handler: unknown) => createComponent(HANDLER, handler, origin));
  return createScopeDecorator({ kind: 'catch', handlers: components }, origin);
}

/** An instance for each request: of an endpoint, reader, writer, handler or provider. */
export function NoCache(...given: readonly []): ClassAnnotation {
  assertCalled(given, '@NoCache()');
  return createScopeDecorator({ kind: 'noCache' }, captureOrigin(NoCache));
}

/**
 * Runs the methods in worker threads, which make objects of their own of the class: a module that only defines exports it
 * under its name, which `@Blocking(import.meta.url)` names. Arguments and results are structured clones; instances of
 * classes arrive as such. Not inherited.
 */
export function Blocking(module: string, ...given: readonly []): ScopeDecorator {
  assertCalled([module, ...given], '@Blocking(import.meta.url)');
  setClassesOfMethod(classesOfMethod);
  return createScopeDecorator({ kind: 'blocking', module }, captureOrigin(Blocking));
}

/** On an endpoint, reader or writer: whether readers and writers fit the types of a method is not checked. */
export function SuppressCheck(...given: readonly []): ClassAnnotation {
  assertCalled(given, '@SuppressCheck()');
  return createScopeDecorator({ kind: 'suppressCheck' }, captureOrigin(SuppressCheck));
}

/** Filters around the route: `(context, next) => …`. Those of the class run around those of the method. */
export function Use(...filters: readonly Filter[]): ScopeDecorator {
  return createScopeDecorator({ kind: 'use', filters }, captureOrigin(Use));
}

/** Routes are tried in the order of their numbers, lowest first; 0 when not given, negative allowed. */
export function RouteOrder(order: number): MethodAnnotation {
  return createScopeDecorator({ kind: 'order', order }, captureOrigin(RouteOrder));
}

type AnnotationInit<N = AnnotationRecord> = N extends AnnotationRecord ? Omit<N, 'origin'> : never;

/** Says one thing of a class or a method. */
export function createScopeDecorator(said: AnnotationInit, origin: Origin): ScopeDecorator {
  const annotation: AnnotationRecord = { ...said, origin };
  return (...target: DecoratorArguments): void => recordAnnotation(annotation, readTarget(target));
}

function assertPath(annotation: string, path: unknown): void {
  assertCalled([path], `${annotation}('/')`);
  if (typeof path === 'string') return;
  const found = path === null ? 'null' : path === undefined ? 'nothing' : `a value of type ${typeof path}`;
  throw new TypeError(`${annotation} takes a path, such as '/notes', not ${found}`);
}
