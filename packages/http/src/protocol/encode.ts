/**
 * Encodes a string as a path segment. Slashes are encoded, and so are semicolons, which would start a matrix parameter.
 */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%(?:3A|40|24|26|2B|2C|3D)/g, decodeURIComponent);
}
