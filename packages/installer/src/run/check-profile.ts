import type { Diagnostic, SourceText } from '@writ/diagnostics';
import type { CheckResult } from '../config/check.ts';
import { readProfile, type PythonReader } from '../profile/read-profile.ts';

/**
 * Checks the file that `profile.path` names by the same rules as a plan. A profile at a URL is checked only
 * when a plan is created, because a check sends no requests.
 *
 * @param config path of the configuration
 * @param readPython reads profiles in Python; if absent, such profiles are refused
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
