import type { Diagnostic } from '@writ/diagnostics';
import { defined, displayPath } from '@writ/diagnostics/internal';

/** Replaces the absolute paths of earlier stages with the paths that findings display. */
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
