import type { Note } from '../records.ts';
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
  const outer = [nearest(scope, 'application')?.path ?? '', root ?? ''].map((path) =>
    path.replace(/^\/+|\/+$/g, ''),
  );
  const parts = [...outer, (own ?? '').replace(/^\/+/, '')];
  return `/${parts.filter((part) => part !== '').join('/')}`;
}
