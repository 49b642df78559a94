import { nearest } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { keyName, type NeedlessKey } from './losses.ts';

/** A partition to keep whose PARTUUID the file does not contain. */
export interface UnnamedPartition {
  /** The key of the partition, such as `disk_config.device_modifications[0].partitions[1]`. */
  readonly key: string;
  /** A description for a user, such as `/dev/sda2 (ntfs)`. */
  readonly description: string;
}

/** The PARTUUIDs of partitions to keep, by the keys of the partitions. */
export interface Partuuids {
  /** Returns the PARTUUID of the partition at a pointer; undefined if it is not known. */
  readonly find: (pointer: string) => string | undefined;
  /** Records a partition whose PARTUUID is required. */
  readonly request: (pointer: string, description: string) => void;
  /** Returns the partitions whose PARTUUIDs are required. */
  readonly unnamed: () => readonly UnnamedPartition[];
  /** Returns the keys that do not refer to partitions to keep. */
  readonly needless: () => readonly NeedlessKey[];
}

/** @param known PARTUUIDs by the keys of partitions */
export function createPartuuids(known: Readonly<Record<string, string>>): Partuuids {
  const unused = new Set(Object.keys(known));
  const keys = new Set<string>();
  const unnamed: UnnamedPartition[] = [];
  return {
    find: (pointer) => {
      const key = keyName(pointer);
      keys.add(key);
      unused.delete(key);
      return Object.hasOwn(known, key) ? known[key] : undefined;
    },
    request: (pointer, description) => void unnamed.push({ key: keyName(pointer), description }),
    unnamed: () => unnamed,
    needless: () => [...unused].map((key) => ({ key, ...defined({ near: nearest(key, [...keys]) }) })),
  };
}

const partuuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns true for a UUID of a partition in a GPT. */
export function isPartuuid(text: string): boolean {
  return partuuid.test(text);
}

/** Returns the option for the PARTUUID of a partition, quoted for a shell. */
export function partuuidOption(key: string): string {
  const value = `${key}=PARTUUID`;
  return `--partuuid ${/^[\w.=-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`}`;
}
