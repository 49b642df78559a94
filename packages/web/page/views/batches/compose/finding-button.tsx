import type { JSX } from 'preact';
import type { BatchFinding } from '../../../api/answers.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useWords } from '../../../parts/page-context.ts';
import { labelFinding } from '../../compose/finding-texts.ts';
import { FindingTitle, severityIcons } from '../../compose/form/finding-note.tsx';

interface FindingButtonProps {
  readonly finding: BatchFinding;
  readonly goTo: (finding: BatchFinding) => void;
}

/** A finding about a template, its table or a row; a click goes to its place. */
export function FindingButton({ finding, goTo }: FindingButtonProps): JSX.Element {
  const { findings: words, newBatch } = useWords();
  const { code, severity, message, expected, hint, range, file, related = [] } = finding;
  const names: Readonly<Record<string, string>> = newBatch.files;
  const name = file === undefined ? '' : (names[file] ?? file);
  const position = range === undefined ? newBatch.wholeFile : `${range.start.line}:${range.start.column}`;
  return (
    <li class={severity}>
      <button type="button" title={labelFinding(finding)} onClick={() => goTo(finding)}>
        <span class="severity">
          <Icon of={severityIcons[severity]} />
          {words.severities[severity]}
        </span>
        <span class="place field-place">
          {name} {position}
        </span>
        <span class="message">
          <FindingTitle code={code} />
          <span lang="en">{message}</span>
        </span>
        {expected !== undefined && <span class="more">{words.expected(expected)}</span>}
        {[hint, ...related.map((each) => each.message)].filter(Boolean).map((text) => (
          <span key={text} class="more" lang="en">
            {text}
          </span>
        ))}
      </button>
    </li>
  );
}
