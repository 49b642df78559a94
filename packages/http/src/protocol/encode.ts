/** Encodes a string as a path segment. Encodes slashes, and semicolons, which would start a matrix parameter. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%(?:3A|40|24|26|2B|2C|3D)/g, decodeURIComponent);
}
