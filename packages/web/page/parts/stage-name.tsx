import type { JSX } from 'preact';
import { useWords } from './page-context.ts';

/** The name of a stage in plain words; the name in the plan if the page does not know it. */
export function StageName({ stage }: { readonly stage: string }): JSX.Element {
  const words = useWords().stages[stage];
  return words === undefined ? (
    <span lang="en">{stage}</span>
  ) : (
    <span title={words.meaning}>{words.name}</span>
  );
}
