/** @module Reader of Python profiles that loads the rest of this package with the first profile. */
import type { PythonReader } from '@writ/installer';

/** Reads the literal lists of a Python profile; to be passed to `checkProfile` and to requests. */
export const readPython: PythonReader = async (...request) => {
  const { readPythonProfile } = await import('./profile/python.ts');
  return readPythonProfile(...request);
};
