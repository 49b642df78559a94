/** Encodes a string as a path segment, including semicolons, which start a matrix parameter, and slashes. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%(?:3A|40|24|26|2B|2C|3D)/g, decodeURIComponent);
}
