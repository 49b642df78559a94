import type { Node } from '../../api/answers.ts';

const ACCEPTING: ReadonlySet<string> = new Set(['approved', 'installed', 'erased', 'failed']);

/** Whether the service accepts new work for a machine: its agent is approved, and is not at work or lost. */
export function acceptsWork({ approved, state }: Pick<Node, 'approved' | 'state'>): boolean {
  return approved !== undefined && ACCEPTING.has(state);
}
