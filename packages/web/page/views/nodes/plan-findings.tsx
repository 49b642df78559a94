import type { JSX } from 'preact';
import type { ProblemFinding } from '../../api/problem.ts';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../parts/page-context.ts';
import { FindingTitle, severityIcons } from '../compose/form/finding-note.tsx';

/** The findings of a machine's plan, with the expected values and the hints. */
export function PlanFindings({ findings }: { readonly findings: readonly ProblemFinding[] }): JSX.Element {
  const words = useWords().findings;
  return (
    <ul class="plan-findings" aria-label={words.title}>
      {findings.map(({ code = '', detail = '', severity = 'error', expected, hint }) => (
        <li key={`${code} ${detail}`} class={severity}>
          <span class="severity">
            <Icon of={severityIcons[severity]} />
            {words.severities[severity]} {code}
          </span>
          <FindingTitle code={code} />
          <span class="message" lang="en">
            {detail}
          </span>
          {expected !== undefined && <span class="more">{words.expected(expected)}</span>}
          {hint !== undefined && (
            <span class="more" lang="en">
              {hint}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
