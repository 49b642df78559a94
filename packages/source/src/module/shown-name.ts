import { isAbsolute, relative } from 'node:path';
import type { Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';

/** How findings name a file, and the kernel too: below the working directory by its path from there. */
export function shownName(file: string): string {
  const path = relative(process.cwd(), file);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? file : path;
}

/** Stages before the sources know absolute paths only. */
export function shown(diagnostic: Diagnostic): Diagnostic {
  const { file, related } = diagnostic;
  return {
    ...diagnostic,
    ...(file === undefined ? {} : { file: shownName(file) }),
    ...defined({
      related: related?.map((place) =>
        place.file === undefined ? place : { ...place, file: shownName(place.file) },
      ),
    }),
  };
}
