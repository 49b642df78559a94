/** Name of a variable segment, such as `id` for `[id]`; undefined for a literal segment. */
export function variableName(segment: string): string | undefined {
  return segment.startsWith('[') ? segment.slice(1, -1) : undefined;
}

export function variableNames(segments: readonly string[]): readonly string[] {
  return segments.flatMap((segment) => variableName(segment) ?? []);
}
