/** Shortens the input as long as the condition holds. First removes blocks, and then single bytes. */
export async function minimize(
  input: Buffer,
  holds: (shorter: Buffer) => boolean | Promise<boolean>,
): Promise<Buffer> {
  let shortest = input;
  for (let size = Math.ceil(input.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < shortest.length;) {
      const shorter = Buffer.concat([shortest.subarray(0, at), shortest.subarray(at + size)]);
      if (await holds(shorter)) shortest = shorter;
      else at += size;
    }
  }
  return shortest;
}
