import { captureOrigin, type Filter, type Origin } from '@writ/http';
import type { Class, Note } from './records.ts';
import { attach, type DecoratorArguments } from './target.ts';

/** Stands on a class or a method, in both decorator modes. */
export interface ScopeDecorator extends MethodAnnotation {
  (target: Class, context?: ClassDecoratorContext): void;
}

/** Stands on a method, in both decorator modes. */
export interface MethodAnnotation {
  (value: (...args: any[]) => unknown, context: ClassMethodDecoratorContext): void;
  (target: object, key: string | symbol, descriptor: PropertyDescriptor): void;
}

/** The path of a class is the root of its routes; that of a method is appended to it. */
export function Path(path: string): ScopeDecorator {
  return decorator({ kind: 'path', path }, captureOrigin(Path));
}

/** Media types of the request's body. */
export function Consumes(...types: readonly string[]): ScopeDecorator {
  return decorator({ kind: 'consumes', types }, captureOrigin(Consumes));
}

/** The media type of the response. */
export function Produces(...types: readonly string[]): ScopeDecorator {
  return decorator({ kind: 'produces', types }, captureOrigin(Produces));
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

function decorator(said: Said, origin: Origin): ScopeDecorator {
  return (...target: DecoratorArguments): void => attach({ ...said, origin } as Note, target);
}
