import type { PythonReader } from '@writ/installer';

/** Profiles in Python are rare: what reads them is loaded with the first one. */
export const readPython: PythonReader = async (...given) => {
  const { readPythonProfile } = await import('@writ/convert');
  return readPythonProfile(...given);
};
