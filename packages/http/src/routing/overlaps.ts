import { parsePattern, type Pattern, type SegmentPattern } from './pattern.ts';

/** Whether a path may match both patterns. The result is false only if this is impossible. */
export function overlaps(one: Pattern, other: Pattern): boolean {
  const common = Math.min(one.segments.length, other.segments.length);
  for (let index = 0; index < common; index += 1) {
    if (!segmentsOverlap(one.segments[index]!, other.segments[index]!)) return false;
  }
  return canBeAsLong(one, other) && canBeAsLong(other, one);
}

/**
 * Whether the pattern can match paths that have at least as many segments as the shortest path of the other pattern.
 */
function canBeAsLong({ segments, tail }: Pattern, other: Pattern): boolean {
  return (
    tail !== undefined ||
    segments.length >= other.segments.length + (other.tail?.matches === 'something' ? 1 : 0)
  );
}

function segmentsOverlap(one: SegmentPattern, other: SegmentPattern): boolean {
  if (one.kind === 'literal' && other.kind === 'literal') return one.text === other.text;
  if (one.kind === 'regex' && other.kind === 'literal') return one.expression.exec(other.text) !== undefined;
  return one.kind !== 'literal' || other.kind !== 'regex' || segmentsOverlap(other, one);
}

/**
 * Parses a path in the notation of mounted matchers. An optional part becomes a catch-all. Returns undefined if the
 * path is invalid.
 */
export function printedPattern(path: string): Pattern | undefined {
  try {
    return parsePattern(path.replace(/\/\{(?:\.{3}[^{}]*|[^{}]*\?)\}.*$/, '/{rest:.*}'));
  } catch {
    return undefined;
  }
}
