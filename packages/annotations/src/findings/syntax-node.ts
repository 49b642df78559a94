import type { Node } from '@oxc-project/types';

/** Whether a member of a node is a node itself; other members are lists, strings and flags. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
