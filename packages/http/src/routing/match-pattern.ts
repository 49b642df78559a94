import type { Pattern } from './pattern.ts';
import type { RequestPath } from '../protocol/request-path.ts';

/**
 * The replacement for a percent-encoded slash, which does not separate segments. A decoded path contains this character
 * only as the first half of a pair.
 */
const INNER_SLASH = '\uD800';
/** The replacements. With the flag `u`, the expression does not match the first halves of pairs. */
const INNER_SLASHES = /\ud800/gu;

/** Returns the values of the pattern's variables, or undefined if the path does not match. */
export function matchPattern(
  { segments, tail }: Pattern,
  path: Pick<RequestPath, 'segments' | 'parts'>,
): string[] | undefined {
  const given = path.segments;
  if (tail === undefined ? given.length !== segments.length : given.length < segments.length)
    return undefined;
  const values: string[] = [];
  for (let index = 0; index < segments.length; index += 1) {
    const segment = segments[index]!;
    const text = given[index]!;
    if (segment.kind === 'literal') {
      if (segment.text !== text) return undefined;
    } else if (segment.kind === 'variable') {
      values.push(text);
    } else {
      const found = segment.expression.exec(text);
      if (found === undefined) return undefined;
      values.push(...found);
    }
  }
  if (tail === undefined) return values;
  const found = tail.expression.exec(restOf(path.parts, segments.length));
  if (found === undefined) return undefined;
  for (const value of found) values.push(value.replaceAll(INNER_SLASHES, '/'));
  return values;
}

/** Returns the path after the first `count` segments, including empty inner segments and a trailing slash. */
function restOf(parts: readonly string[], count: number): string {
  let index = 0;
  for (let remaining = count; remaining > 0; index += 1) if (parts[index] !== '') remaining -= 1;
  while (index < parts.length - 1 && parts[index] === '') index += 1;
  return parts
    .slice(index)
    .map((part) => part.replaceAll('/', INNER_SLASH))
    .join('/');
}
