/** The content of a device as reported by lsblk or blkid, for machines without udev. */
export interface ProbedDevice {
  /**
   * Set if the device's content was read, so that an absent property means that the device does not have it.
   */
  readonly read?: true;
  readonly fileSystem?: string;
  readonly label?: string;
  readonly uuid?: string;
  readonly table?: string;
  readonly tableUuid?: string;
  readonly partitionType?: string;
  readonly partitionUuid?: string;
  readonly partitionName?: string;
  readonly transport?: string;
  readonly model?: string;
  readonly serial?: string;
  readonly wwn?: string;
}

/** The command whose output {@link parseLsblk} reads. */
export const lsblkArguments: readonly string[] = [
  'lsblk',
  '--json',
  '--list',
  '--output',
  'PATH,FSTYPE,LABEL,UUID,PTTYPE,PTUUID,PARTTYPE,PARTUUID,PARTLABEL,TRAN,MODEL,SERIAL,WWN',
];

/** Parses lsblk's output, by path; empty if the output is invalid. */
export function parseLsblk(json: string): Map<string, ProbedDevice> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return new Map();
  }
  const rows = (parsed as { blockdevices?: Record<string, string | null>[] } | null)?.blockdevices ?? [];
  return new Map(
    rows.map((row): [string, ProbedDevice] => {
      const values = {
        fileSystem: row['fstype'],
        label: row['label'],
        uuid: row['uuid'],
        table: row['pttype'],
        tableUuid: row['ptuuid'],
        partitionType: row['parttype'],
        partitionUuid: row['partuuid'],
        partitionName: row['partlabel'],
        transport: row['tran'],
        model: row['model'],
        serial: row['serial'],
        wwn: row['wwn'],
      };
      const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
      return [row['path'] ?? '', Object.fromEntries(given)];
    }),
  );
}

/** Returns the command whose output {@link parseBlkid} reads. The command requires root. */
export function blkidArguments(path: string): readonly string[] {
  return ['blkid', '--probe', '--output', 'export', path];
}

/** Parses blkid's output for one device. */
export function parseBlkid(text: string): ProbedDevice {
  const values = new Map(
    text.split('\n').flatMap((line): [string, string][] => {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
      return value === '' ? [] : [[name, decodeHighBytes(value.replaceAll(/\\(.)/g, '$1'))]];
    }),
  );
  const named = {
    fileSystem: values.get('TYPE'),
    label: values.get('LABEL'),
    uuid: values.get('UUID'),
    table: values.get('PTTYPE'),
    tableUuid: values.get('PTUUID'),
    partitionType: values.get('PART_ENTRY_TYPE'),
    partitionUuid: values.get('PART_ENTRY_UUID'),
    partitionName: values.get('PART_ENTRY_NAME'),
  };
  return {
    read: true,
    ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)),
  };
}

/**
 * Decodes the notation in which blkid prints bytes beyond ASCII: `M-C` for 0xC3, and `M-^X` for 0x98. Text that is not
 * UTF-8 after that is returned unchanged, because `M-` may be part of a name. Control characters remain encoded.
 */
function decodeHighBytes(text: string): string {
  if (!text.includes('M-')) return text;
  const bytes = [...text.matchAll(/M-\^([?-_])|M-([ -~])|([^])/gu)].map(([, low, plain, other]) => {
    if (low !== undefined) return Buffer.of(0x80 | (low.charCodeAt(0) ^ 0x40));
    return plain === undefined ? Buffer.from(other ?? '') : Buffer.of(0x80 | plain.charCodeAt(0));
  });
  try {
    const decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(bytes));
    return /\p{Cc}/u.test(decoded) ? text : decoded;
  } catch {
    return text;
  }
}
