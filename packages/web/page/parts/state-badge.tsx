import {
  Ban,
  Check,
  Circle,
  CircleDashed,
  CircleX,
  KeyRound,
  LoaderCircle,
  Unplug,
  type IconNode,
} from 'lucide';
import type { JSX } from 'preact';
import type { InstallState, RowState } from '../api/answers.ts';
import { Icon } from './icon.tsx';
import { useWords } from './page-context.ts';

/** The icon of each state of an installation, and of the row of a batch. */
export const STATE_ICONS: Readonly<Record<RowState, IconNode>> = {
  waiting: Circle,
  queued: CircleDashed,
  'needs-secret': KeyRound,
  running: LoaderCircle,
  'host-lost': Unplug,
  done: Check,
  refused: Ban,
  failed: CircleX,
  interrupted: Unplug,
  cancelled: Ban,
};

/** The state of an installation as an icon and words. */
export function StateBadge({
  state,
  title,
}: {
  readonly state: InstallState;
  readonly title?: string | undefined;
}): JSX.Element {
  return (
    <span class={`badge badge-${state}`} title={title}>
      <Icon of={STATE_ICONS[state]} />
      {useWords().install.states[state]}
    </span>
  );
}
