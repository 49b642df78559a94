import type { AnnotationRecord } from '../recording/records.ts';
import { annotationsOfKind, nearestAnnotation, type Method } from './method.ts';

/**
 * Returns the application, class and method paths, joined by single slashes; undefined if neither the class nor the
 * method has a path.
 */
export function routePathOf(
  method: Method,
  scope: readonly (readonly AnnotationRecord[])[],
): string | undefined {
  const root = nearestAnnotation(scope, 'path')?.path;
  const own = method.levels
    .flatMap((annotations) => [
      ...annotationsOfKind(annotations, 'verb'),
      ...annotationsOfKind(annotations, 'path'),
    ])
    .find(({ path }) => path !== undefined)?.path;
  if (root === undefined && own === undefined) return undefined;
  return joinPaths([...outerPaths(scope), (own ?? '').replace(/^\/+/, '')]);
}

/**
 * Returns the application and class paths and the path in `@WebSocket`, joined by single slashes; undefined if neither
 * the class nor the annotation has a path.
 */
export function webSocketPathOf(scope: readonly (readonly AnnotationRecord[])[]): string | undefined {
  const own = nearestAnnotation(scope, 'webSocket')?.path;
  if (own === undefined && nearestAnnotation(scope, 'path') === undefined) return undefined;
  return joinPaths([...outerPaths(scope), (own ?? '').replace(/^\/+/, '')]);
}

/** Returns the joined application and class paths; undefined if the class has no path. */
export function classPathOf(scope: readonly (readonly AnnotationRecord[])[]): string | undefined {
  return nearestAnnotation(scope, 'path') === undefined ? undefined : joinPaths(outerPaths(scope));
}

function outerPaths(scope: readonly (readonly AnnotationRecord[])[]): readonly string[] {
  const outer = [nearestAnnotation(scope, 'application')?.path, nearestAnnotation(scope, 'path')?.path];
  return outer.map((path = '') => path.replace(/^\/+|\/+$/g, ''));
}

function joinPaths(parts: readonly string[]): string {
  return `/${parts.filter((part) => part !== '').join('/')}`;
}
