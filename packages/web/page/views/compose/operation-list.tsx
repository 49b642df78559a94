import type { JSX } from 'preact';
import type { PlanStage } from '../../api/answers.ts';
import { useFormats, useWords } from '../../parts/page-context.ts';
import { StageName } from '../../parts/stage-name.tsx';
import { isNotable } from '../../words/formats.ts';

/** The operations of a plan by stage; each can be expanded to show its commands and files. */
export function OperationList({ stages }: { readonly stages: readonly PlanStage[] }): JSX.Element {
  const words = useWords().plan;
  const formats = useFormats();
  return (
    <details class="operations">
      <summary>{words.byStage}</summary>
      {stages.map(({ stage, expected, operations }) => (
        <section key={stage} aria-labelledby={`plan-stage-${stage}`}>
          <h3 id={`plan-stage-${stage}`}>
            <StageName stage={stage} />
            {expected !== undefined && isNotable(expected) && (
              <span class="quiet"> {words.expected(formats.duration(expected))}</span>
            )}
          </h3>
          <ol lang="en">
            {operations.map(({ number, id, title, commands, files }) => (
              <li key={id} value={number}>
                {commands.length + files.length === 0 ? (
                  title
                ) : (
                  <details>
                    <summary>{title}</summary>
                    {commands.map((command, index) => (
                      <code key={index}>{command.join(' ')}</code>
                    ))}
                    {files.map((file) => (
                      <code key={file}>{file}</code>
                    ))}
                  </details>
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </details>
  );
}
