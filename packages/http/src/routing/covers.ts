import type { Pattern, SegmentPattern } from './pattern.ts';

/** Whether `pattern` certainly matches every path that `other` matches. If this is uncertain, the result is false. */
export function covers(pattern: Pattern, other: Pattern): boolean {
  if (pattern.shape === other.shape) return true;
  const { segments, tail } = pattern;
  if (segments.length > other.segments.length) return false;
  if (!segments.every((segment, index) => coversSegment(segment, other.segments[index]!))) return false;
  if (tail === undefined) return other.tail === undefined && segments.length === other.segments.length;
  if (tail.matches === 'anything') return true;
  return tail.matches === 'something' && other.segments.length > segments.length;
}

function coversSegment(segment: SegmentPattern, other: SegmentPattern): boolean {
  if (segment.kind === 'variable') return true;
  if (other.kind === 'literal') {
    return segment.kind === 'literal'
      ? segment.text === other.text
      : segment.expression.exec(other.text) !== undefined;
  }
  return (
    segment.kind === 'regex' &&
    other.kind === 'regex' &&
    segment.expression.source === other.expression.source
  );
}
