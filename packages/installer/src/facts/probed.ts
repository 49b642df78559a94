/** What a program that reads the devices themselves says about one; for machines without udev. */
export interface Probed {
  readonly fileSystem?: string;
  readonly label?: string;
  readonly uuid?: string;
  readonly table?: string;
  readonly partitionType?: string;
  readonly partitionUuid?: string;
  readonly partitionName?: string;
  readonly transport?: string;
  readonly model?: string;
  readonly serial?: string;
  readonly wwn?: string;
}

/** The columns that {@link parseLsblk} reads. */
export const lsblkArguments: readonly string[] = [
  'lsblk',
  '--json',
  '--list',
  '--output',
  'PATH,FSTYPE,LABEL,UUID,PTTYPE,PARTTYPE,PARTUUID,PARTLABEL,TRAN,MODEL,SERIAL,WWN',
];

/** By path; empty when it is not what lsblk writes. */
export function parseLsblk(json: string): Map<string, Probed> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return new Map();
  }
  const rows = (parsed as { blockdevices?: Record<string, string | null>[] } | null)?.blockdevices ?? [];
  return new Map(
    rows.map((row): [string, Probed] => {
      const values = {
        fileSystem: row['fstype'],
        label: row['label'],
        uuid: row['uuid'],
        table: row['pttype'],
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
