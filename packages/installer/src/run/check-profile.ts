import type { Diagnostic, SourceText } from '@writ/diagnostics';
import type { CheckResult } from '../config/check.ts';
import { readProfile, type PythonReader } from '../profile/read-profile.ts';

/**
 * Checks the profile file of `profile.path` with the same rules as planning. A URL is checked only by
 * planning, because a check sends no requests.
 *
 * @param config configuration path
 * @param readPython reads profiles in Python; without it they are refused
 */
export async function checkProfile(
  { requested, locate }: CheckResult,
  config: string,
  readPython?: PythonReader,
): Promise<{ readonly findings: readonly Diagnostic[]; readonly sources: readonly SourceText[] }> {
  if (requested.profile?.kind !== 'file') return { findings: [], sources: [] };
  const { findings, source } = await readProfile(requested.profile, { config, readPython });
  return { findings: findings.map(locate), sources: source === undefined ? [] : [source] };
}
