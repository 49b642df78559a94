import type { Diagnostic } from '@writ/diagnostics';
import { defined, displayPath } from '@writ/diagnostics/internal';

/** Replaces absolute paths in a finding with the paths to display. */
export function withDisplayPaths(diagnostic: Diagnostic): Diagnostic {
  const { file, related } = diagnostic;
  return {
    ...diagnostic,
    ...(file === undefined ? {} : { file: displayPath(file) }),
    ...defined({
      related: related?.map((place) =>
        place.file === undefined ? place : { ...place, file: displayPath(place.file) },
      ),
    }),
  };
}
