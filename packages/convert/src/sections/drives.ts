import type { JsonValue } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';

/** A drive of a configuration. */
export interface Drive {
  readonly item: ConfigEntry;
  readonly device: ConfigEntry | undefined;
  readonly path: JsonValue;
  readonly partitions: ConfigEntry | undefined;
  readonly wipe: ConfigEntry | undefined;
  readonly mounts: readonly string[];
  readonly erased: boolean;
  /** Whether archinstall expects the partitions to be mounted already. */
  readonly mounted?: true;
}

/** Reads the layouts from archinstall 2.5 and earlier, which are an object with drives as keys. */
export function oldLayouts(tables: ConfigEntry | undefined): Drive[] {
  return tables?.kind === 'object' ? oldDrives(tables.inner) : [];
}

/** Reads drives whose keys are their paths. */
export function oldDrives(items: readonly ConfigEntry[]): Drive[] {
  return items.filter(({ kind }) => kind === 'object').map((item) => driveOf(item, undefined, item.key));
}

/** Reads the drives of `disk_config`. */
export function newerLayouts(config: ConfigEntry | undefined): Drive[] {
  const mounted = config?.get('config_type')?.text === 'pre_mounted_config';
  return (config?.get('device_modifications')?.inner ?? []).flatMap((item) => {
    const device = item.get('device');
    if (device === undefined) return [];
    const drive = driveOf(item, device, device.value());
    return [mounted ? { ...drive, erased: false, mounted } : drive];
  });
}

function driveOf(item: ConfigEntry, device: ConfigEntry | undefined, path: JsonValue): Drive {
  const partitions = item.get('partitions');
  const wipe = item.get('wipe');
  const entries = partitions?.inner ?? [];
  const isPreserved = (partition: ConfigEntry): boolean => {
    const status = partition.get('status')?.text;
    return (
      (status !== undefined && status !== 'create' && status !== 'delete') ||
      partition.get('wipe')?.value() === false
    );
  };
  return {
    item,
    device,
    path,
    partitions,
    wipe,
    mounts: entries.flatMap((partition) => mountsOf(partition)),
    erased: wipe?.value() === true && !entries.some(isPreserved),
  };
}

function mountsOf(partition: ConfigEntry): string[] {
  const own = partition.get('mountpoint')?.text;
  const volumes = [
    ...(partition.get('btrfs')?.inner ?? []),
    ...(partition.get('filesystem')?.get('mountpoint') === undefined ? [] : [partition.get('filesystem')!]),
  ];
  const inner = volumes.flatMap((volume) => volume.get('mountpoint')?.text ?? []);
  return own === undefined ? inner : [own, ...inner];
}

/** Returns the entry with the path of a drive, for findings about the drive. */
export function placeOf({ item, device }: Drive): {
  readonly at: ConfigEntry;
  readonly part: { readonly part?: true };
} {
  return { at: device ?? item, part: device === undefined ? { part: true } : {} };
}
