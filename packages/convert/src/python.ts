/** @module A reader of profiles in Python that loads the rest of this package with the first profile. */
import type { PythonReader } from '@writ/installer';

/** Reads the lists of a profile in Python; the reader to pass to `checkProfile` and to requests. */
export const readPython: PythonReader = async (...request) => {
  const { readPythonProfile } = await import('./profile/python.ts');
  return readPythonProfile(...request);
};
