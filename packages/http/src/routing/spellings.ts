import type { Matcher } from '../contract/matcher.ts';
import { resolveDots, type RequestPath } from '../protocol/request-path.ts';

/** The parts of a path that patterns are matched against. */
export type Spelling = Pick<RequestPath, 'segments' | 'parts'>;

/** Gives the segments under which a matcher answers a path, when they differ from the path's own. */
export type Canonical = (path: RequestPath) => readonly string[] | undefined;

const NONE: readonly Spelling[] = [];

/**
 * The other spellings under which a route may answer the path. A filter that matches one of them runs: a guard must see
 * every request that is answered below its pattern. They are the spellings of the mounted matchers; the path without
 * its empty segments, which routes ignore; and the path with encoded slashes as separators, which a catch-all passes to
 * its handler decoded.
 */
export function spellingsOf(path: RequestPath, canonicals: readonly Canonical[]): readonly Spelling[] {
  const { segments, parts, plain } = path;
  let found: Spelling[] | undefined;
  const add = (list: readonly string[]): void => void (found ??= []).push({ segments: list, parts: list });
  for (const canonical of canonicals) {
    const own = canonical(path);
    if (own !== undefined) add(own);
  }
  if (plain) return found ?? NONE;
  if (parts.length > segments.length) add(segments);
  for (const list of [segments, ...(found ?? NONE).map((spelling) => spelling.segments)]) {
    if (!list.some((segment) => segment.includes('/'))) continue;
    const split = list.flatMap((segment) => segment.split('/'));
    add(split.filter((part) => part !== ''));
    const resolved = resolveDots(split);
    if (resolved.length < split.length) add(resolved.filter((part) => part !== ''));
  }
  return found ?? NONE;
}

/** The canonical spellings of the matchers that have them. */
export function canonicalsOf(matchers: readonly Matcher[]): readonly Canonical[] {
  return matchers.flatMap((matcher) =>
    matcher.canonical === undefined
      ? []
      : [(path): readonly string[] | undefined => matcher.canonical!(path)],
  );
}
