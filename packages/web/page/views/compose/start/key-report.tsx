import type { JSX } from 'preact';
import { useWords } from '../../../parts/page-context.ts';
import type { ConversionAnswer } from '../../../api/answers.ts';

/** The effect of a conversion on each key of the files. */
export function KeyReport({ keys }: Pick<ConversionAnswer, 'keys'>): JSX.Element | null {
  const words = useWords().start;
  if (keys.length === 0) return null;
  const title = words.keyReport(keys.length);
  return (
    <details>
      <summary>{title}</summary>
      <ul class="notes" aria-label={title}>
        {keys.map(({ file, key, outcome, explanation }) => (
          <li key={`${file} ${key} ${explanation}`}>
            <code>{key}</code> {words.outcomes[outcome]} <span lang="en">{explanation}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
