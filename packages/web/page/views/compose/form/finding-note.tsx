import { CircleX, Info, TriangleAlert, WandSparkles, type IconNode } from 'lucide';
import type { JSX } from 'preact';
import type { Finding, Severity } from '../../../api/answers.ts';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { explainInForm } from './explain-finding.ts';

export const severityIcons: Readonly<Record<Severity, IconNode>> = {
  error: CircleX,
  warning: TriangleAlert,
  note: Info,
};

/** A finding at its field. */
export function FindingNote({ finding }: { readonly finding: Finding }): JSX.Element {
  const { findings: words, form } = useWords();
  const { code, severity } = finding;
  const { message, hint, isTranslated } = explainInForm(finding, form);
  return (
    <li class={severity}>
      <Icon of={severityIcons[severity]} />
      <span>
        <span class="hidden">{words.severities[severity]}</span>
        {!isTranslated && <FindingTitle code={code} />}
        <span lang={isTranslated ? undefined : 'en'}>
          {hint === undefined ? message : `${message}; ${hint}`}
        </span>
      </span>
      <FixButton finding={finding} />
    </li>
  );
}

/** The title of a finding in the page's language; absent in English, the language of the message. */
export function FindingTitle({ code }: Pick<Finding, 'code'>): JSX.Element | null {
  const title = useWords().findings.titleOf(code);
  return title === undefined ? null : <span class="finding-title">{title}</span>;
}

/**
 * A button that applies the finding's correction; absent if there is none or the text has changed since the check.
 */
export function FixButton({ finding }: { readonly finding: Finding }): JSX.Element | null {
  const { form } = usePage();
  const words = useWords().findings;
  const fix = form.fixOf(finding);
  if (fix === undefined) return null;
  return (
    <button type="button" class="fix" onClick={() => form.applyFix(fix)}>
      <Icon of={WandSparkles} />
      {words.use(fix.label)}
    </button>
  );
}
