import type { Note } from '../recording/records.ts';
import { all, nearest, type Method } from './method.ts';

/**
 * The application's path, the class's and the method's, with one slash between them; undefined when neither of the last
 * two is given.
 */
export function pathOf(method: Method, scope: readonly (readonly Note[])[]): string | undefined {
  const root = nearest(scope, 'path')?.path;
  const own = method.levels
    .flatMap((notes) => [...all(notes, 'verb'), ...all(notes, 'path')])
    .find(({ path }) => path !== undefined)?.path;
  if (root === undefined && own === undefined) return undefined;
  return joined([...outerOf(scope), (own ?? '').replace(/^\/+/, '')]);
}

/** The application's path and the class's; undefined when the class has none of its own. */
export function classPathOf(scope: readonly (readonly Note[])[]): string | undefined {
  return nearest(scope, 'path') === undefined ? undefined : joined(outerOf(scope));
}

function outerOf(scope: readonly (readonly Note[])[]): readonly string[] {
  const outer = [nearest(scope, 'application')?.path, nearest(scope, 'path')?.path];
  return outer.map((path = '') => path.replace(/^\/+|\/+$/g, ''));
}

function joined(parts: readonly string[]): string {
  return `/${parts.filter((part) => part !== '').join('/')}`;
}
