import type { Diagnostic, SourceText } from '@writ/diagnostics';
import { readRecord } from '../../record/read-record.ts';
import { stringMatching, listOf, countShape, oneOf, recordOf, stringShape } from '../../record/shape.ts';
import type { LockedPackage, PackageLock } from './package-lock.ts';

/** The result of parsing a lock. */
export interface ParsedLock {
  /** Present if there are no errors. */
  readonly lock?: PackageLock;
  readonly findings: readonly Diagnostic[];
  readonly source: SourceText;
}

const expected = 'a package lock, such as /var/log/writ/packages.lock.json of an installed system';

const shape = recordOf<PackageLock>({
  version: oneOf(1),
  mirrors: listOf(stringShape),
  packages: listOf(
    recordOf<LockedPackage>({
      name: stringMatching(/^[a-zA-Z0-9@_+][a-zA-Z0-9@._+-]*$/, 'the name of a package'),
      version: stringMatching(/^(\d+:)?[^\s/:-]+-[^\s/:-]+$/, 'a version with its release, such as 1.2-1'),
      architecture: oneOf('x86_64', 'any'),
      repository: stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9._-]*$/, 'the name of a repository'),
      file: stringMatching(/^[^/\s]+\.pkg\.tar(\.[a-z0-9]+)?$/, 'the name of a package file'),
      size: countShape,
      sha256: stringMatching(/^[0-9a-f]{64}$/, '64 hexadecimal digits'),
    }),
  ),
});

/** Parses a package lock. Every finding has a location. */
export function parseLock(file: string, input: string | Uint8Array): ParsedLock {
  const {
    value: lock,
    findings,
    source,
    findingAt,
  } = readRecord(file, input, {
    shape,
    rule: 'lock-unusable',
    expected,
  });
  if (lock === undefined) return { findings, source };
  const names = new Set<string>();
  const twice = lock.packages.flatMap(({ name }, index) => {
    if (!names.has(name)) {
      names.add(name);
      return [];
    }
    return [findingAt(`/packages/${index}/name`, `duplicate package ${name}`, 'each package once')];
  });
  return twice.length > 0 ? { findings: [...findings, ...twice], source } : { findings, source, lock };
}
