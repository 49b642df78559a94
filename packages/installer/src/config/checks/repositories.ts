import type { Diagnostic } from '@writ/diagnostics';
import type { PackageRepository } from '../../schema/types.gen.ts';
import { displayValue, maskSecrets } from '../secrets.ts';
import { withPointers, type Check, type CheckContext } from './check.ts';

/** Names that pacman or the distribution uses. */
const reserved: ReadonlySet<string> = new Set([
  'core',
  'core-testing',
  'extra',
  'extra-testing',
  'local',
  'multilib',
  'multilib-testing',
  'options',
]);

/**
 * Reports third-party repositories with a name that is in use, without the fingerprint of their key, with a secret in
 * the key's address, or without signatures.
 */
export const checkRepositories: Check = (context) => {
  const names = new Map<string, string>();
  const list = withPointers('/x-writ/repositories', context.config['x-writ']?.repositories);
  return list.flatMap(({ item, pointer }) => [
    ...checkName(context, item, pointer, names),
    ...checkSignatures(context, item, pointer),
  ]);
};

function checkName(
  { finding }: CheckContext,
  { name }: Partial<PackageRepository>,
  pointer: string,
  names: Map<string, string>,
): Diagnostic[] {
  if (name === undefined) return [];
  const before = names.get(name);
  if (before === undefined) names.set(name, pointer);
  if (reserved.has(name)) {
    return [
      finding('repository-name', `${pointer}/name`, {
        message: `${displayValue(name)} is a name of the distribution or of pacman`,
        hint:
          name === 'multilib'
            ? 'write "additional-repositories": "multilib" instead'
            : name.endsWith('-testing')
              ? 'write "additional-repositories": "testing" instead'
              : 'use the name under which the repository provides its database',
      }),
    ];
  }
  if (before === undefined) return [];
  return [
    finding('repository-name', `${pointer}/name`, {
      message: `${displayValue(name)} is also the name of another repository`,
      hint: 'list all servers of a repository in one entry',
      other: { pointer: `${before}/name`, message: 'the first repository with this name' },
    }),
  ];
}

function checkSignatures(
  { finding, hasValue, isInvalid }: CheckContext,
  { signatures, key }: Partial<PackageRepository>,
  pointer: string,
): Diagnostic[] {
  if (isInvalid(`${pointer}/signatures`)) return [];
  if (signatures === 'none') {
    return [
      finding('unsigned-repository', `${pointer}/signatures`, {
        message: 'the packages of this repository are installed without verifying their origin',
        hint: 'if the repository is signed, remove "signatures" and add the fingerprint of its key',
      }),
    ];
  }
  const findings: Diagnostic[] = [];
  if (!hasValue(`${pointer}/fingerprint`)) {
    findings.push(
      finding('repository-key', pointer, {
        message: 'the fingerprint of the key that signs this repository is missing',
        hint: 'add "fingerprint" with the value that the repository publishes',
      }),
    );
  }
  if (key !== undefined && maskSecrets(key) !== key) {
    findings.push(
      finding('repository-key', `${pointer}/key`, {
        message: 'the address of a key must not contain a password or token',
        hint: 'download the key, and write the address of the file, such as file:///root/key.gpg',
      }),
    );
  }
  return findings;
}
