/** A node of the tree that oxc-parser gives, as far as the readers of types look at it. */
export function createNode<N extends { readonly type: string }>(
  type: N['type'],
  start: number,
  end: number,
  parts: object = {},
): N {
  return { type, start, end, ...parts } as unknown as N;
}
