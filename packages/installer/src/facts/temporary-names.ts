import type { Holder } from './facts.ts';

/**
 * Returns the name of a RAID array during an installation. The name contains a part of the array's UUID, because the
 * running system may also have an array named `root`.
 */
export function temporaryArrayName(uuid: string): string {
  return `writ-${uuid.slice(0, 8)}`;
}

/**
 * Returns the name of an opened encrypted volume during an installation. The name contains the volume's UUID, because
 * the running system may also have a volume named `root`.
 */
export function temporaryVolumeName(uuid: string): string {
  return `writ-${uuid}`;
}

/** True for an array that an installation has assembled, or a volume that it has opened. */
export function isTemporary({ kind, name }: Pick<Holder, 'kind' | 'name'>): boolean {
  if (kind === 'raid') return /^writ-[0-9a-f]{8}$/.test(name);
  return kind === 'encryption' && /^writ-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
}
