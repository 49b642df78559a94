import { Check, LoaderCircle, X, type IconNode } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../parts/page-context.ts';
import type { Stage } from '../../state/run.ts';

const ICONS: Readonly<Record<Stage['state'], IconNode>> = {
  now: LoaderCircle,
  good: Check,
  bad: X,
};

/** The stages of an installation. */
export function Stages({ stages }: { readonly stages: readonly Stage[] }): JSX.Element {
  const words = useWords().install;
  return (
    <ol id="stages" class="stages" aria-label={words.stages}>
      {stages.map(({ name, state }) => (
        <li key={name} class={`badge ${state}`}>
          <Icon of={ICONS[state]} />
          {name}
          <span class="hidden">{words.stageStates[state]}</span>
        </li>
      ))}
    </ol>
  );
}
