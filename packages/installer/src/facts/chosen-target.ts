import type { Disk } from './facts.ts';

/** An existing disk or an image that was chosen as a target. */
export type ChosenTarget =
  /** The absolute path of the image, with symbolic links resolved. */
  { readonly kind: 'image'; readonly path: string } | { readonly kind: 'device'; readonly disk: Disk };

/**
 * Identifies a target across runs. A disk's path may change at every boot, so the identity contains the path
 * only if the disk has neither a serial number nor a WWN. A loop device is identified by its file.
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
