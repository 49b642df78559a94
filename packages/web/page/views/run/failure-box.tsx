import type { JSX } from 'preact';
import type { InstallFailure } from '../../api/answers.ts';
import { useWords } from '../../parts/page-context.ts';

/** The cause of a failed installation and the next step, announced to screen readers. */
export function FailureBox({ failure }: { readonly failure: InstallFailure | undefined }): JSX.Element {
  const words = useWords().install;
  if (failure === undefined) return <div id="failure" role="alert" hidden />;
  const { message, next, command, exitStatus, signal, tail = [] } = failure;
  const exit = exitStatus === undefined ? signal : words.exitStatus(exitStatus);
  return (
    <div id="failure" class="failure" role="alert">
      <h3>{words.cause}</h3>
      <p class="message" lang="en">
        {message}
      </p>
      <p>
        <strong>{words.next}</strong> <span lang="en">{next}</span>
      </p>
      {command !== undefined && (
        <p class="quiet">
          <code>{command.join(' ')}</code>
          {exit === undefined ? '' : `: ${exit}`}
        </p>
      )}
      {tail.length > 0 && (
        <pre tabIndex={0} lang="en">
          {tail.join('\n')}
        </pre>
      )}
    </div>
  );
}
