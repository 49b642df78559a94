import type { Matcher } from '../contract/matcher.ts';
import { resolveDots, type RequestPath } from '../protocol/request-path.ts';

/** What a pattern is matched against. */
export type Spelling = Pick<RequestPath, 'segments' | 'parts'>;

/** Gives the segments under which a matcher answers a path, when they differ from the path's own. */
export type Canonical = (path: RequestPath) => readonly string[] | undefined;

const NONE: readonly Spelling[] = [];

/**
 * The other spellings under which something may answer the path. A filter that fits one of them runs: a guard must see
 * whatever answers below its pattern. They are those of the mounted matchers, the path without its empty segments,
 * which a route of literals and variables skips, and the path with encoded slashes as separators, which the value of a
 * catch-all gives to a handler as plain ones.
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

/** Of the matchers that have one. */
export function canonicalsOf(matchers: readonly Matcher[]): readonly Canonical[] {
  return matchers.flatMap((matcher) =>
    matcher.canonical === undefined
      ? []
      : [(path): readonly string[] | undefined => matcher.canonical!(path)],
  );
}
