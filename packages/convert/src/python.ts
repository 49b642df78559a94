/** @module A reader of Python profiles that loads the rest of this package when it is first called. */
import type { PythonReader } from '@writ/installer';

/** Reads the literal lists of a Python profile. Pass it to `checkProfile`, or to a plan as `readPython`. */
export const readPython: PythonReader = async (...request) => {
  const { readPythonProfile } = await import('./profile/python.ts');
  return readPythonProfile(...request);
};
