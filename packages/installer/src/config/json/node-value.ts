import type { JsonNode } from './tree.ts';

/** Returns the value that a node represents. If a key occurs twice, the last member counts. */
export function toValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.map(({ key, value }) => [key, toValue(value)]));
    case 'array':
      return node.items.map(toValue);
    default:
      return node.value;
  }
}
