import type { Filter } from '@writ/http';
import { captureOrigin, setClassesOfMethod, type Origin } from '@writ/http/kernel';
import { classesOfMethod } from '../collect/classes-of-method.ts';
import { demandCall } from '../recording/called.ts';
import { componentOf } from '../components/component.ts';
import { HANDLER, WRITER, type WriterSource } from '../components/roles.ts';
import type { HandlersOf } from '../components/handler-types.ts';
import type { ClassAnnotation, MethodAnnotation, ScopeDecorator } from '../recording/decorator-types.ts';
import type { Note } from '../recording/records.ts';
import { attach } from '../recording/attach.ts';
import { readTarget, type DecoratorArguments } from '../recording/decorator-target.ts';

/** The path of a class is the root of its routes; that of a method is appended to it. */
export function Path(path: string): ScopeDecorator {
  assertPath('@Path', path);
  return decorator({ kind: 'path', path }, captureOrigin(Path));
}

/** A path before those of the class and of its methods; a base class may say it for many. */
export function ApplicationPath(path: string): ClassAnnotation {
  assertPath('@ApplicationPath', path);
  return decorator({ kind: 'application', path }, captureOrigin(ApplicationPath));
}

/** Media types of the request's body; of a reader class: those that it is registered for. */
export function Consumes(...types: readonly string[]): ScopeDecorator {
  return decorator({ kind: 'consumes', types }, captureOrigin(Consumes));
}

/** Media types of the response; of a writer class: those that it is registered for. */
export function Produces(...types: readonly string[]): ScopeDecorator {
  return decorator({ kind: 'produces', types }, captureOrigin(Produces));
}

/**
 * Static headers of the response, as `'Name: value'`. `Accept` is what `@Consumes` says, `Content-Type` what `@Produces`
 * says.
 */
export function Header(...texts: readonly string[]): ScopeDecorator {
  return decorator({ kind: 'headers', texts }, captureOrigin(Header));
}

/** Writes the results: a class, an instance or a function. */
export function ResponseWriter(writer: WriterSource): ScopeDecorator {
  const origin = captureOrigin(ResponseWriter);
  return decorator({ kind: 'writer', writer: componentOf(WRITER, writer, origin) }, origin);
}

/** Who answers for errors, in the order in which they are asked: classes, instances or functions. */
export function CatchWith<const H extends readonly unknown[]>(...handlers: HandlersOf<H>): ScopeDecorator {
  const origin = captureOrigin(CatchWith);
  const components = handlers.map((handler: unknown) => componentOf(HANDLER, handler, origin));
  return decorator({ kind: 'catch', handlers: components }, origin);
}

/** An instance for each request: of an endpoint, reader, writer, handler or provider. */
export function NoCache(...given: readonly []): ClassAnnotation {
  demandCall(given, '@NoCache()');
  return decorator({ kind: 'noCache' }, captureOrigin(NoCache));
}

/**
 * Runs the methods in worker threads, which make objects of their own of the class: a module that only defines exports it
 * under its name, which `@Blocking(import.meta.url)` names. Arguments and results are structured clones; instances of
 * classes arrive as such. Not inherited.
 */
export function Blocking(module: string, ...given: readonly []): ScopeDecorator {
  demandCall([module, ...given], '@Blocking(import.meta.url)');
  setClassesOfMethod(classesOfMethod);
  return decorator({ kind: 'blocking', module }, captureOrigin(Blocking));
}

/** On an endpoint, reader or writer: whether readers and writers fit the types of a method is not checked. */
export function SuppressCheck(...given: readonly []): ClassAnnotation {
  demandCall(given, '@SuppressCheck()');
  return decorator({ kind: 'suppressCheck' }, captureOrigin(SuppressCheck));
}

/** Filters around the route: `(context, next) => …`. Those of the class run around those of the method. */
export function Use(...filters: readonly Filter[]): ScopeDecorator {
  return decorator({ kind: 'use', filters }, captureOrigin(Use));
}

/** Routes are tried in the order of their numbers, lowest first; 0 when not given, negative allowed. */
export function RouteOrder(order: number): MethodAnnotation {
  return decorator({ kind: 'order', order }, captureOrigin(RouteOrder));
}

type Said<N = Note> = N extends Note ? Omit<N, 'origin'> : never;

/** Says one thing of a class or a method. */
export function decorator(said: Said, origin: Origin): ScopeDecorator {
  const note: Note = { ...said, origin };
  return (...target: DecoratorArguments): void => attach(note, readTarget(target));
}

function assertPath(annotation: string, path: unknown): void {
  demandCall([path], `${annotation}('/')`);
  if (typeof path === 'string') return;
  const found = path === null ? 'null' : path === undefined ? 'nothing' : `a value of type ${typeof path}`;
  throw new TypeError(`${annotation} takes a path, such as '/notes', not ${found}`);
}
