/**
 * Parses an IP address as a 128-bit number. IPv4 addresses are mapped to `::ffff:0:0/96`. The zone of an IPv6 address
 * is ignored. Returns undefined if the address is invalid.
 */
export function parseAddress(text: string): bigint | undefined {
  const v4 = parseIPv4(text);
  return v4 === undefined ? parseIPv6(text.split('%', 1)[0]!) : MAPPED | v4;
}

const MAPPED = 0xff_ff_00_00_00_00n;
const OCTET = /^(?:0|[1-9]\d{0,2})$/;

function parseIPv4(text: string): bigint | undefined {
  const octets = text.split('.');
  if (octets.length !== 4 || !octets.every((octet) => OCTET.test(octet) && Number(octet) < 256))
    return undefined;
  return octets.reduce((address, octet) => (address << 8n) | BigInt(octet), 0n);
}

function parseIPv6(text: string): bigint | undefined {
  if (!/^[\da-f:.]{2,45}$/i.test(text)) return undefined;
  // The URL parser validates the address and converts an IPv4 address at its end.
  const hostname = URL.parse(`http://[${text}]`)?.hostname;
  if (hostname === undefined) return undefined;
  const [left = [], right] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':')));
  const zeros = right === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...(right ?? [])].reduce(
    (address, group) => (address << 16n) | BigInt(`0x${group}`),
    0n,
  );
}

/**
 * Returns a key for the client that uses an address: an IPv4 address, also for the IPv6 address to which it is mapped, or
 * the /64 network of another IPv6 address, because a client usually has all addresses of such a network.
 */
export function clientKey(address: string): string {
  if (!address.includes(':')) return address;
  const parsed = parseAddress(address);
  if (parsed === undefined) return address;
  if (parsed >> 32n === MAPPED >> 32n) return formatIPv4(parsed & 0xff_ff_ff_ffn);
  return `${(parsed >> 64n).toString(16)}::/64`;
}

function formatIPv4(address: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((address >> shift) & 0xffn)).join('.');
}

/** A range of addresses that begin with the same bits. */
export interface AddressRange {
  readonly prefix: bigint;
  /** Number of bits after the prefix. */
  readonly shift: bigint;
}

/** Parses an address or a range such as `10.0.0.0/8`. Returns undefined if it is invalid. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const [base = '', length, more] = text.split('/');
  const address = parseAddress(base);
  if (address === undefined || more !== undefined) return undefined;
  const size = base.includes(':') ? 128 : 32;
  if (length !== undefined && !(OCTET.test(length) && Number(length) <= size)) return undefined;
  const shift = BigInt(size - Number(length ?? size));
  return { prefix: address >> shift, shift };
}

export function isInRange(address: bigint, { prefix, shift }: AddressRange): boolean {
  return address >> shift === prefix;
}
