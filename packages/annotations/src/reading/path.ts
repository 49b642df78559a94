import type { AnnotationRecord } from '../recording/records.ts';
import { nearestAnnotation, type Method } from './method.ts';

/**
 * Returns the application, class and method paths, joined by single slashes; undefined if neither the class nor the
 * method has a path.
 */
export function routePathOf(
  method: Method,
  scope: readonly (readonly AnnotationRecord[])[],
): string | undefined {
  const root = nearestAnnotation(scope, 'path')?.path;
  const own = methodPathOf(method);
  if (root === undefined && own === undefined) return undefined;
  return joinPaths([...outerPaths(scope), trimLeadingSlashes(own ?? '')]);
}

/** Returns the path of the nearest verb or `@Path` of a method; in one class, the path of the verb takes precedence. */
function methodPathOf({ levels }: Method): string | undefined {
  for (const annotations of levels) {
    const path = findPath(annotations, 'verb') ?? findPath(annotations, 'path');
    if (path !== undefined) return path;
  }
  return undefined;
}

function findPath(annotations: readonly AnnotationRecord[], kind: 'verb' | 'path'): string | undefined {
  for (const annotation of annotations) {
    if (annotation.kind === kind && annotation.path !== undefined) return annotation.path;
  }
  return undefined;
}

/**
 * Returns the application and class paths and the path in `@WebSocket`, joined by single slashes; undefined if neither
 * the class nor the annotation has a path.
 */
export function webSocketPathOf(scope: readonly (readonly AnnotationRecord[])[]): string | undefined {
  const own = nearestAnnotation(scope, 'webSocket')?.path;
  if (own === undefined && nearestAnnotation(scope, 'path') === undefined) return undefined;
  return joinPaths([...outerPaths(scope), trimLeadingSlashes(own ?? '')]);
}

/** Returns the joined application and class paths; undefined if the class has no path. */
export function classPathOf(scope: readonly (readonly AnnotationRecord[])[]): string | undefined {
  return nearestAnnotation(scope, 'path') === undefined ? undefined : joinPaths(outerPaths(scope));
}

function outerPaths(scope: readonly (readonly AnnotationRecord[])[]): readonly string[] {
  return [
    trimSlashes(nearestAnnotation(scope, 'application')?.path ?? ''),
    trimSlashes(nearestAnnotation(scope, 'path')?.path ?? ''),
  ];
}

function trimSlashes(path: string): string {
  let end = path.length;
  while (path.charAt(end - 1) === '/') end -= 1;
  return trimLeadingSlashes(path.slice(0, end));
}

function trimLeadingSlashes(path: string): string {
  let start = 0;
  while (path.charAt(start) === '/') start += 1;
  return path.slice(start);
}

function joinPaths(parts: readonly string[]): string {
  return `/${parts.filter((part) => part !== '').join('/')}`;
}
