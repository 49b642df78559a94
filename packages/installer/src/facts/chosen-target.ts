import type { Disk } from './facts.ts';

/** A target that was found and may be used. */
export type ChosenTarget =
  /** Absolute, with symbolic links resolved. */
  { readonly kind: 'image'; readonly path: string } | { readonly kind: 'device'; readonly disk: Disk };

/**
 * The same target in every run. The path of a disk changes from start to start; it counts only where nothing
 * else tells the disk from others. A loop device is the file that it shows.
 */
export function identityOf(target: ChosenTarget): string {
  if (target.kind === 'image') return `image:${target.path}`;
  const { path, model, serial, wwn, size, backingFile } = target.disk;
  if (backingFile !== undefined) return `device:file=${backingFile};size=${size}`;
  const known = { model, serial, wwn, size: String(size) };
  const named = serial === undefined && wwn === undefined ? { ...known, path } : known;
  const parts = Object.entries(named).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${value}`],
  );
  return `device:${parts.join(';')}`;
}
