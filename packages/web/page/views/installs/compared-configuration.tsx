import type { JSX } from 'preact';
import type { ConfigurationChange } from '../../api/answers.ts';
import { DiffLines } from '../../parts/diff-view.tsx';
import { useWords } from '../../parts/page-context.ts';
import { describeChange, describePointer } from './configuration-changes.ts';

interface ComparedConfigurationProps {
  /** Undefined if a configuration is unknown. */
  readonly changes: readonly ConfigurationChange[] | undefined;
}

/** The values that differ between two configurations. */
export function ComparedConfiguration({ changes }: ComparedConfigurationProps): JSX.Element {
  const words = useWords().comparison;
  return (
    <section class="card" aria-labelledby="compared-configuration">
      <h3 id="compared-configuration">{words.configuration}</h3>
      {changes === undefined && <p class="quiet">{words.noConfiguration}</p>}
      {changes?.length === 0 && <p class="quiet">{words.sameConfiguration}</p>}
      {changes !== undefined && changes.length > 0 && (
        <ul class="changes" aria-labelledby="compared-configuration">
          {changes.map((change) => (
            <li key={change.pointer}>
              <code class="change-key">{describePointer(change.pointer) || words.wholeConfiguration}</code>
              <div class="change-lines">
                <DiffLines lines={describeChange(change)} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
