import type { MachineTree } from './machine-tree.ts';

/** The udev properties of a device, such as `ID_SERIAL_SHORT`. */
export type UdevProperties = ReadonlyMap<string, string>;

/**
 * @param number the device number, such as `8:1`
 * @returns undefined if udev does not know the device
 */
export async function readUdev(tree: MachineTree, number: string): Promise<UdevProperties | undefined> {
  const text = await tree.readText(`/run/udev/data/b${number}`);
  if (text === undefined) return undefined;
  const properties = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, name, value] = /^E:([^=]+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined && value !== '')
      properties.set(name, decodeHexEscapes(value));
  }
  return properties;
}

/** Decodes escapes such as `\x20`. */
function decodeHexEscapes(value: string): string {
  return value.replaceAll(/\\x([0-9a-f]{2})/gi, (_whole, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
