/** The name of the variable that a segment stands for: `id` of `[id]`; undefined for a literal one. */
export function variableName(segment: string): string | undefined {
  return segment.startsWith('[') ? segment.slice(1, -1) : undefined;
}

export function variableNames(segments: readonly string[]): readonly string[] {
  return segments.flatMap((segment) => variableName(segment) ?? []);
}
