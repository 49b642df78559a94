/** Encodes a string as a segment of a path. A semicolon would start a matrix parameter, a slash a segment. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%(?:3A|40|24|26|2B|2C|3D)/g, decodeURIComponent);
}
