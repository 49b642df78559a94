/** A number of bytes, or a string such as `64kB`, `10MB` or `1.5GB`. Each unit is 1024 times the previous one. */
export type ByteSize = number | `${number}${'B' | 'kB' | 'MB' | 'GB'}`;

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/** Returns the size in bytes. Throws `TypeError` if it is invalid. `what` is the name of the option in the message. */
export function parseByteSize(size: ByteSize, what: string): number {
  const found = typeof size === 'number' ? undefined : /^(\d+(?:\.\d+)?)([kmg]?b)$/i.exec(size);
  const bytes =
    typeof size === 'number' ? size : found ? Number(found[1]) * UNITS[found[2]!.toLowerCase()]! : NaN;
  if (!(bytes >= 0)) {
    throw new TypeError(
      `${what} is ${JSON.stringify(size)}; write a number of bytes, or a string such as '64kB' or '10MB'`,
    );
  }
  return Math.floor(bytes);
}
