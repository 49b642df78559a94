import {
  Check,
  Circle,
  CircleCheck,
  CircleDashed,
  CircleX,
  Eraser,
  LoaderCircle,
  ShieldQuestionMark,
  Unplug,
  type IconNode,
} from 'lucide';
import type { JSX } from 'preact';
import type { Node, NodeState } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../parts/page-context.ts';
import type { Words } from '../../words/english.ts';

/** The states of machines in the order in which they are listed. */
export const NODE_STATES: readonly NodeState[] = [
  'pending',
  'lost',
  'failed',
  'installing',
  'erasing',
  'approved',
  'expected',
  'erased',
  'installed',
];

export const NODE_ICONS: Readonly<Record<NodeState, IconNode>> = {
  expected: CircleDashed,
  pending: ShieldQuestionMark,
  approved: CircleCheck,
  installing: LoaderCircle,
  installed: Check,
  erasing: Eraser,
  erased: Circle,
  failed: CircleX,
  lost: Unplug,
};

/** The states of installations whose colours the states of machines have. */
export const NODE_LOOKS: Readonly<Record<NodeState, string>> = {
  expected: 'waiting',
  pending: 'needs-secret',
  approved: 'queued',
  installing: 'running',
  installed: 'done',
  erasing: 'running',
  erased: 'waiting',
  failed: 'failed',
  lost: 'host-lost',
};

/** The state of a machine as an icon and words. */
export function NodeBadge({ state }: { readonly state: NodeState }): JSX.Element {
  return (
    <span class={`badge badge-${NODE_LOOKS[state]}`}>
      <Icon of={NODE_ICONS[state]} />
      {useWords().nodes.states[state]}
    </span>
  );
}

/** The name of a machine, or its number if it has none. */
export function nameOf({ id, name }: Pick<Node, 'id' | 'name'>, { nodes }: Words): string {
  return name ?? nodes.unnamed(id);
}
