import type { JSX } from 'preact';
import { useWords } from '../../../parts/page-context.ts';
import type { ConversionAnswer } from '../../../api/answers.ts';

/** The effect of a conversion on each key of the files. */
export function KeyReport({ keys }: Pick<ConversionAnswer, 'keys'>): JSX.Element | null {
  const words = useWords().start;
  if (keys.length === 0) return null;
  return (
    <details>
      <summary>{words.keyReport(keys.length)}</summary>
      <table class="key-report">
        <thead>
          <tr>
            <th scope="col">{words.key}</th>
            <th scope="col">{words.effect}</th>
            <th scope="col">{words.explanation}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ file, key, outcome, explanation }) => (
            <tr key={`${file} ${key} ${explanation}`}>
              <th scope="row">
                <code>{key}</code>
              </th>
              <td>{words.outcomes[outcome]}</td>
              <td lang="en">{explanation}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
