import type { Disk } from '@writ/installer';
import { isObject, valueAt, type Json, type JsonObject } from './json.ts';
import type { Situation } from './question.ts';

const DISK = ['x-writ', 'disk'] as const;

/** Returns the list of partitions in a configuration; undefined for the other layouts. */
export function writtenList(config: JsonObject): readonly JsonObject[] | undefined {
  const list = valueAt(config, [...DISK, 'partitions']);
  if (valueAt(config, [...DISK, 'layout']) !== 'partitions' || !Array.isArray(list)) return undefined;
  const entries = list as readonly Json[];
  return entries.every((entry) => isObject(entry)) ? entries : undefined;
}

/**
 * Returns the list that keeps all partitions of a disk, and creates those of the new system in the free space. Whether
 * they are encrypted, and which of them GRUB needs, depends on the answers.
 */
export function listBeside({ partitions }: Disk, situation: Situation): readonly JsonObject[] {
  const kept = partitions.flatMap(({ uuid }) => (uuid === undefined ? [] : [{ keep: { partuuid: uuid } }]));
  const isEncrypted = encryptsDisk(situation);
  const root = { kind: 'root', size: 'rest', ...(isEncrypted ? { luks: true } : {}) };
  if (situation.facts.firmware === 'uefi') return [...kept, { kind: 'efi', size: '1GiB' }, root];
  const boot = isEncrypted || !hasExt4(situation) ? [{ kind: 'boot', size: '1GiB' }] : [];
  return [...kept, { kind: 'bios' }, ...boot, root];
}

/** True if the answer or the configuration sets a passphrase for the disk. */
function encryptsDisk({ answers, base }: Situation): boolean {
  const answer = answers.get('encrypt');
  return answer === undefined ? valueAt(base, [...DISK, 'luks']) !== undefined : answer !== false;
}

function hasExt4({ answers, base }: Situation): boolean {
  const answer = answers.get('file-system');
  return (answer ?? valueAt(base, [...DISK, 'file-system']) ?? 'ext4') === 'ext4';
}

/** Returns the list that results from the answers; undefined for the other layouts. */
export function chosenList({ answers, base }: Situation): readonly JsonObject[] | undefined {
  const answer = answers.get('use');
  if (answer === undefined) return writtenList(base);
  return Array.isArray(answer) ? (answer as readonly JsonObject[]) : undefined;
}
