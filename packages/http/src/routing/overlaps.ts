import { parsePattern, type Pattern, type SegmentPattern } from './pattern.ts';

/** Whether a path may match both patterns. True means that it is possible. */
export function overlaps(one: Pattern, other: Pattern): boolean {
  const common = Math.min(one.segments.length, other.segments.length);
  for (let index = 0; index < common; index += 1) {
    if (!segmentsOverlap(one.segments[index]!, other.segments[index]!)) return false;
  }
  return canBeAsLong(one, other) && canBeAsLong(other, one);
}

/** Whether paths of the pattern can be as long as those of the other are at least. */
function canBeAsLong({ segments, tail }: Pattern, other: Pattern): boolean {
  return (
    tail !== undefined ||
    segments.length >= other.segments.length + (other.tail?.takes === 'something' ? 1 : 0)
  );
}

function segmentsOverlap(one: SegmentPattern, other: SegmentPattern): boolean {
  if (one.kind === 'literal' && other.kind === 'literal') return one.text === other.text;
  if (one.kind === 'regex' && other.kind === 'literal') return one.expression.exec(other.text) !== undefined;
  return one.kind !== 'literal' || other.kind !== 'regex' || segmentsOverlap(other, one);
}

/**
 * The pattern of a path as a mounted matcher prints it; an optional part becomes a rest. Undefined for an invalid one.
 */
export function printedPattern(path: string): Pattern | undefined {
  try {
    return parsePattern(path.replace(/\/\{(?:\.{3}[^{}]*|[^{}]*\?)\}.*$/, '/{rest:.*}'));
  } catch {
    return undefined;
  }
}
