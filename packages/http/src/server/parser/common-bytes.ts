/** Classes of bytes. Each contains fewer bytes than llhttp accepts. They are bits, because a byte can have several. */
export const TARGET = 1;
export const NAME = 2;
export const VALUE = 4;

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The classes of each byte. */
const CLASSES: Uint8Array = /* @__PURE__ */ createClasses();

function createClasses(): Uint8Array {
  const classes = new Uint8Array(256);
  // All printable ASCII characters.
  classes.fill(VALUE, 0x20, 0x7f);
  for (const character of `${ALPHANUMERIC}-._~!$&'()*+,;=:@/%?`) classes[character.charCodeAt(0)]! |= TARGET;
  for (const character of `${ALPHANUMERIC}-_`) classes[character.charCodeAt(0)]! |= NAME;
  return classes;
}

/** Returns the position of the first byte, from `start` on, that is not in the class, or `end` if all are. */
export function skipClass(bytes: Uint8Array, start: number, end: number, kind: number): number {
  let at = start;
  while (at < end && (CLASSES[bytes[at]!]! & kind) !== 0) at += 1;
  return at;
}

/** Whether the bytes at `start` are the characters of the text. */
export function startsWith(bytes: Uint8Array, start: number, text: string): boolean {
  if (bytes.length - start < text.length) return false;
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[start + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
