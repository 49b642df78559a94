/** Creates a node of oxc-parser's syntax tree, with the members that the type readers use. */
export function createNode<N extends { readonly type: string }>(
  type: N['type'],
  start: number,
  end: number,
  parts: object = {},
): N {
  return { type, start, end, ...parts } as unknown as N;
}
