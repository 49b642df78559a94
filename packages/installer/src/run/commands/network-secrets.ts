import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret, type Diagnostic } from '@writ/diagnostics';
import { copiedFileSecret, copiedFilePath } from '../../plan/operations/network.ts';
import type { Plan } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';

/** Captures the values of secret keys in systemd-networkd and iwd files. */
const key = /^\s*\w*(?:passphrase|presharedkey|privatekey|password|key)\w*\s*=\s*(\S.*?)\s*$/gim;

/**
 * Reads the network files that the plan copies from the running system. Returns the content of each file as a
 * secret, and each key or password in a file as a separate secret. A file that cannot be read is reported as a finding.
 */
export async function readNetworkSecrets(
  { operations }: Pick<Plan, 'operations'>,
  root = '/',
): Promise<{ readonly secrets: ReadonlyMap<string, Secret>; readonly findings: readonly Diagnostic[] }> {
  const secrets = new Map<string, Secret>();
  const findings: Diagnostic[] = [];
  for (const name of operations.flatMap((operation) => operation.secrets)) {
    const path = copiedFilePath(name);
    if (path === undefined) continue;
    try {
      const content = await readFile(join(root, path), 'utf8');
      secrets.set(copiedFileSecret(path), new Secret(content));
      for (const [index, [, value = '']] of [...content.matchAll(key)].entries()) {
        secrets.set(`key ${index + 1} in ${path}`, new Secret(value));
      }
    } catch (error) {
      findings.push(
        refusal('system-error', `cannot copy the network settings: ${(error as Error).message}`, {
          pointer: '/network_config/type',
        }),
      );
    }
  }
  return { secrets, findings };
}
