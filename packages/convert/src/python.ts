/** @module A reader for Python profiles. It loads its implementation when it is first called. */
import type { PythonReader } from '@writ/installer';

/**
 * Reads the literal packages, services and default greeter of a Python profile. Pass this function to
 * `checkProfile`, or to a plan as `readPython`.
 */
export const readPython: PythonReader = async (...request) => {
  const { readPythonProfile } = await import('./profile/python.ts');
  return readPythonProfile(...request);
};
