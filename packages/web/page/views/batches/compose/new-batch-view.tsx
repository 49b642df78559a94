import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { BatchFinding } from '../../../api/answers.ts';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { lineRange } from '../../../text/line-range.ts';
import { EditorHandle } from '../../compose/editor-handle.ts';
import { ReviewCard } from './review-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { TableCard } from './table-card.tsx';
import { TemplateCard } from './template-card.tsx';

/** The form that composes a batch, and the review of its rows. */
export function NewBatchView(): JSX.Element {
  const { session } = usePage();
  const words = useWords().newBatch;
  const [editor] = useState(() => new EditorHandle());
  const heading = useRef<HTMLHeadingElement>(null);
  const table = useRef<HTMLTextAreaElement>(null);
  const isOpen = session.status.value === 'open';
  useEffect(() => {
    if (isOpen) heading.current?.focus();
  }, [isOpen]);
  const goTo = (finding: BatchFinding): void => {
    if (finding.file === 'table') goToTable(table.current, finding);
    else editor.goToFinding(finding);
  };
  return (
    <div class="new-batch">
      <section class="new-batch-head">
        <h2 ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        <p class="quiet">{words.meaning}</p>
      </section>
      {/* The editor loads its schema, which needs access to the service. */}
      {isOpen && <TemplateCard editor={editor} />}
      <TableCard area={table} />
      <SettingsCard />
      <ReviewCard goTo={goTo} />
    </div>
  );
}

/** Selects the line of a finding about the table, whose position has no column. */
function goToTable(area: HTMLTextAreaElement | null, { range }: BatchFinding): void {
  if (area === null || range === undefined) return;
  const { start, end } = lineRange(area.value, range.start.line);
  area.focus();
  area.setSelectionRange(start, end);
  const lines = area.value.split('\n').length;
  area.scrollTop = Math.max(0, ((range.start.line - 2) * area.scrollHeight) / lines);
}
