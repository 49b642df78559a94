import type { Matcher } from '../contract/matcher.ts';
import { resolveDots, type RequestPath } from '../protocol/request-path.ts';

/** A representation of a path against which patterns are matched. */
export type Spelling = Pick<RequestPath, 'segments' | 'parts'>;

/** Returns the segments by which a matcher looks up a path, if they differ from the segments of the path. */
export type Canonical = (path: RequestPath) => readonly string[] | undefined;

const NONE: readonly Spelling[] = [];

/**
 * Returns the other spellings under which a route may match the path. These are the spellings of mounted matchers; the
 * path without its empty segments, which routes ignore; and the path with encoded slashes as separators, because a
 * catch-all passes them to its handler in decoded form. A filter runs if it matches any of these spellings, because a
 * guard must run for every request that is handled by a route under its pattern.
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

/** Returns the functions with which matchers compute canonical spellings. */
export function canonicalsOf(matchers: readonly Matcher[]): readonly Canonical[] {
  return matchers.flatMap((matcher) =>
    matcher.canonical === undefined
      ? []
      : [(path): readonly string[] | undefined => matcher.canonical!(path)],
  );
}
