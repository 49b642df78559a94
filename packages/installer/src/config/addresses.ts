import { isIP } from 'node:net';

/** An IP address as a number, with its length in bits. */
export interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

export function parseAddress(text: string): Address | undefined {
  const version = isIP(text);
  if (version === 4) {
    return { bits: 32, value: text.split('.').reduce((value, byte) => value * 256n + BigInt(byte), 0n) };
  }
  if (version !== 6 || text.includes('%')) return undefined;
  // The last two groups may be written in IPv4 notation.
  const [, front = '', tail] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text) ?? [];
  const low = tail === undefined ? undefined : parseAddress(tail)?.value;
  const plain =
    low === undefined ? text : `${front}${(low >> 16n).toString(16)}:${(low & 0xffffn).toString(16)}`;
  const [head = '', rest] = plain.split('::');
  const groups = (part: string): string[] => part.split(':').filter(Boolean);
  const after = rest === undefined ? [] : groups(rest);
  const before = groups(head);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const all = [...before, ...zeros, ...after];
  return { bits: 128, value: all.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n) };
}

/** Parses an address with its prefix length, such as `192.168.1.5/24`. */
export function parseSubnet(text: string): (Address & { readonly prefix: number }) | undefined {
  const [, address = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const parsed = parseAddress(address);
  const prefix = Number(length);
  return parsed === undefined || prefix > parsed.bits ? undefined : { ...parsed, prefix };
}

export function subnetContains(subnet: Address & { readonly prefix: number }, address: Address): boolean {
  const shift = BigInt(subnet.bits - subnet.prefix);
  return subnet.bits === address.bits && subnet.value >> shift === address.value >> shift;
}

const linkLocal = ['169.254.0.0/16', 'fe80::/10'].map((text) => parseSubnet(text)!);

export function isLinkLocal(address: Address): boolean {
  return linkLocal.some((subnet) => subnetContains(subnet, address));
}
