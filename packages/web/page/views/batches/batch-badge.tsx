import { Ban, Check, CircleX, LoaderCircle, OctagonPause, Pause, type IconNode } from 'lucide';
import type { JSX } from 'preact';
import type { BatchState } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../parts/page-context.ts';

const ICONS: Readonly<Record<BatchState, IconNode>> = {
  running: LoaderCircle,
  paused: Pause,
  stopped: OctagonPause,
  done: Check,
  failed: CircleX,
  cancelled: Ban,
};

/** The state of a batch as an icon and words. */
export function BatchBadge({ state }: { readonly state: BatchState }): JSX.Element {
  return (
    <span class={`badge badge-${state}`}>
      <Icon of={ICONS[state]} />
      {useWords().batches.states[state]}
    </span>
  );
}
