/** The network of an IPv4 address with its prefix length. */
export interface Subnet {
  /** Its first address with the prefix length, such as `192.168.1.0/24`. */
  readonly network: string;
  /** The number of addresses that machines can use. */
  readonly addresses: number;
}

/** The network of an address such as `192.168.1.5/24`; undefined for any other text. */
export function readSubnet(text: string): Subnet | undefined {
  const [, address = '', length = ''] = /^([\d.]+)\/(\d{1,2})$/.exec(text) ?? [];
  const value = readAddress(address);
  const prefix = Number(length);
  if (value === undefined || prefix > 32) return undefined;
  const size = 2 ** (32 - prefix);
  const first = value - (value % size);
  const bytes = [24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256);
  // The first and the last address of a network are reserved, unless the network has at most two addresses.
  return { network: `${bytes.join('.')}/${prefix}`, addresses: size > 2 ? size - 2 : size };
}

/** An IPv4 address with the prefix length that most networks have; undefined unless only the length is missing. */
export function completeAddress(text: string): string | undefined {
  return readAddress(text) === undefined ? undefined : `${text}/24`;
}

function readAddress(text: string): number | undefined {
  if (!/^(?:(?:0|[1-9]\d{0,2})(?:\.|$)){4}$/.test(text) || text.endsWith('.')) return undefined;
  const bytes = text.split('.').map(Number);
  return bytes.every((byte) => byte < 256) ? bytes.reduce((value, byte) => value * 256 + byte, 0) : undefined;
}
