import { Check, CircleDashed, LoaderCircle, X, type IconNode } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../parts/icon.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { StageName } from '../../parts/stage-name.tsx';
import type { Stage } from '../../state/stages.ts';

const ICONS: Readonly<Record<Stage['state'], IconNode>> = {
  waiting: CircleDashed,
  now: LoaderCircle,
  good: Check,
  bad: X,
};

/** The stages of an installation with their shares of the work, and what happens in the current one. */
export function Stages({ stages }: { readonly stages: readonly Stage[] }): JSX.Element {
  const { run } = usePage();
  const { install: words, stages: stageWords } = useWords();
  const formats = useFormats();
  const current = run.step.value?.stage ?? stages.find(({ state }) => state === 'bad')?.name;
  const meaning = current === undefined ? undefined : stageWords[current]?.meaning;
  return (
    <>
      <ol id="stages" class="stages" aria-label={words.stages}>
        {stages.map(({ name, state, share }) => (
          <li key={name} class={`badge ${state}`} title={stageWords[name]?.meaning}>
            <Icon of={ICONS[state]} />
            <StageName stage={name} />
            {share !== undefined && (
              <span class="stage-share" title={words.shareOfWork(formats.share(share))}>
                {formats.share(share)}
              </span>
            )}
            <span class="hidden">{words.stageStates[state]}</span>
          </li>
        ))}
      </ol>
      <p id="stage-meaning">{meaning}</p>
    </>
  );
}
