import { compareOpenapi } from '@writ/http/openapi';

/** The part of an OpenAPI document that names the release. */
export interface VersionedDocument {
  readonly info: { readonly version: string };
}

/**
 * Returns the changes between the OpenAPI document of the last release and the current document that break clients, one
 * per line. Returns none if the version of the current document permits breaking changes.
 */
export function findForbiddenChanges(
  released: VersionedDocument,
  current: VersionedDocument,
): readonly string[] {
  if (permitsBreakingChanges(released.info.version, current.info.version)) return [];
  return compareOpenapi(released, current)
    .filter(({ breaking }) => breaking)
    .map(({ operation, part, message }) => `${part === '' ? operation : `${operation} ${part}`}: ${message}`);
}

/** Whether a version may break the clients of an earlier one, as in CHANGELOG.md: before 1.0.0, a minor version may. */
function permitsBreakingChanges(before: string, after: string): boolean {
  const [major, minor] = parseVersion(before);
  const [newMajor, newMinor] = parseVersion(after);
  if (newMajor !== major) return newMajor > major;
  return major === 0 && newMinor > minor;
}

function parseVersion(version: string): readonly [major: number, minor: number] {
  const [, major, minor] = /^(\d+)\.(\d+)\.\d+/.exec(version) ?? [];
  if (major === undefined || minor === undefined) throw new Error(`${version} is not a version`);
  return [Number(major), Number(minor)];
}
