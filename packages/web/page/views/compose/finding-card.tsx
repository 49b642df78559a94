import { CircleCheck, WandSparkles } from 'lucide';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Finding } from '../../api/answers.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';
import type { EditorHandle } from './editor-handle.ts';
import { explainInForm } from './form/explain-finding.ts';
import { fieldNameOf } from './form/field-name.ts';
import { FindingTitle, FixButton, severityIcons } from './form/finding-note.tsx';
import { labelFinding, summarizeFindings } from './finding-texts.ts';
import { focusField } from './form/use-field.ts';
import { useOverflow } from './use-overflow.ts';

/** Milliseconds before a running check is mentioned, because most checks finish earlier. */
const MENTION_PAUSE = 1_000;

/**
 * The findings of the last check; a click on a finding selects its range in the editor or, if only the form is
 * displayed, focuses its field.
 */
export function FindingCard({ editor }: { readonly editor: EditorHandle }): JSX.Element {
  const { form, planning } = usePage();
  const words = useWords().findings;
  const report = planning.report.value;
  const findings = form.findings.value;
  const { list, below, focusFirstBelow } = useOverflow(findings);
  return (
    <section class="card findings-card" aria-labelledby="findings-title">
      <div class="bar">
        <h2 id="findings-title">{words.title}</h2>
        <Summary />
      </div>
      {report?.findings.length === 0 && <Empty icon={CircleCheck} title={words.noneAdvice} />}
      <FixAllButton />
      <ol id="findings" class="finding-list" ref={list}>
        {findings.map((finding, index) => (
          <FindingRow key={`${index} ${finding.message}`} finding={finding} editor={editor} />
        ))}
      </ol>
      <button type="button" id="more" class="more-below" hidden={below === 0} onClick={focusFirstBelow}>
        {below > 0 ? words.more(below) : ''}
      </button>
    </section>
  );
}

/** A button that applies all corrections; absent if there are fewer than two. */
function FixAllButton(): JSX.Element | null {
  const { form } = usePage();
  const words = useWords().findings;
  const count = form.fixes.length;
  if (count < 2) return null;
  return (
    <button type="button" class="fix-all" onClick={() => form.applyAllFixes()}>
      <Icon of={WandSparkles} />
      {words.fixAll(count)}
    </button>
  );
}

/** The state of the check as a live region. */
function Summary(): JSX.Element {
  const { form, planning } = usePage();
  const words = useWords().findings;
  const state = planning.checkState.value;
  const report = planning.report.value;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (state !== 'checking') return undefined;
    const timer = setTimeout(() => setLate(true), MENTION_PAUSE);
    return () => clearTimeout(timer);
  }, [state]);

  let kind = '';
  let text = '';
  if (state === 'failed') [kind, text] = ['bad', words.unchecked];
  else if (state === 'checking' && isLate) text = words.checking;
  else if (report !== undefined) {
    const findings = form.findings.value;
    [kind, text] = [report.valid ? 'good' : 'bad', summarizeFindings(findings, words)];
    // The only errors concern an entry that is being filled in.
    if (findings.length === 0 && !report.valid) [kind, text] = ['', words.incomplete];
  }
  return (
    <p id="summary" class={`summary ${kind}`} role="status">
      {text}
    </p>
  );
}

function FindingRow({
  finding,
  editor,
}: {
  readonly finding: Finding;
  readonly editor: EditorHandle;
}): JSX.Element {
  const { form } = usePage();
  const allWords = useWords();
  const { findings: words, form: formWords } = allWords;
  const { code, severity, range, expected } = finding;
  const isForm = form.shownLayout.value === 'form';
  const { message, hint, isTranslated } = isForm
    ? explainInForm(finding, formWords)
    : { ...finding, isTranslated: false };
  const goToFinding = (): void => {
    form.openSection(finding);
    if (isForm) focusField(finding);
    else editor.goToFinding(finding);
  };
  const position = range === undefined ? words.wholeFile : `${range.start.line}:${range.start.column}`;
  const place = isForm ? fieldNameOf(finding, allWords) : position;
  return (
    <li class={severity}>
      <button type="button" title={labelFinding(finding)} onClick={goToFinding}>
        <span class="severity">
          <Icon of={severityIcons[severity]} />
          {words.severities[severity]}
        </span>
        <span class={isForm ? 'place field-place' : 'place'}>{place}</span>
        <span class="message">
          {!isTranslated && <FindingTitle code={code} />}
          <span lang={isTranslated ? undefined : 'en'}>{message}</span>
        </span>
        {expected !== undefined && !isTranslated && <span class="more">{words.expected(expected)}</span>}
        {hint !== undefined && (
          <span class="more" lang="en">
            {hint}
          </span>
        )}
      </button>
      <FixButton finding={finding} />
    </li>
  );
}
