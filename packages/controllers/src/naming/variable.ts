/** Returns the name of a variable segment, such as `id` for `[id]`; undefined for a literal segment. */
export function variableName(segment: string): string | undefined {
  return segment.startsWith('[') ? segment.slice(1, -1) : undefined;
}

export function variableNames(segments: readonly string[]): readonly string[] {
  return segments.flatMap((segment) => variableName(segment) ?? []);
}

/** Converts a segment to a segment of a route's pattern: `{id}` for the variable `[id]`. */
export function toPatternSegment(segment: string): string {
  const name = variableName(segment);
  return name === undefined ? segment : `{${name}}`;
}

/** Matches the name of a catch-all module, such as `[...path]`: the name of a rest parameter. */
const CATCH_ALL = /^\[\.\.\.([\p{L}_$][\p{L}\p{N}_$]*)\]$/u;

/**
 * Returns the name of the rest parameter to which a module `[...path]` binds the rest of the path; undefined for other
 * modules.
 */
export function catchAllName(moduleName: string): string | undefined {
  return CATCH_ALL.exec(moduleName)?.[1];
}
