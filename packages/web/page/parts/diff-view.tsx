import type { JSX } from 'preact';
import { diffLines, type DiffLine } from '../text/line-diff.ts';
import { useWords } from './page-context.ts';

const MARKS = { same: ' ', added: '+', removed: '−' } as const;

/** The differences between two texts as marked lines. */
export function DiffView({
  before,
  after,
}: {
  readonly before: string;
  readonly after: string;
}): JSX.Element {
  const words = useWords().difference;
  return (
    <div class="difference" tabIndex={0} role="group" aria-label={words.title}>
      <DiffLines lines={diffLines(before, after)} />
    </div>
  );
}

/** Marked lines. */
export function DiffLines({ lines }: { readonly lines: readonly DiffLine[] }): JSX.Element {
  const words = useWords().difference;
  return (
    <>
      {lines.map(({ kind, line }, index) => (
        <div key={index} class={kind}>
          <span aria-hidden="true">{MARKS[kind]}</span>
          {kind !== 'same' && <span class="hidden">{words[kind]}</span>}
          <code>{line}</code>
        </div>
      ))}
    </>
  );
}
