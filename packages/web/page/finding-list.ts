import type { Mark } from '../editor/schema-editor.ts';
import type { Finding, Report } from '../src/answers.ts';
import { byId, element, setText } from './dom.ts';
import type { Editor } from './editor.ts';

const SEVERITY_WORDS = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  note: ['note', 'notes'],
};

function summarizeFindings(findings: readonly Finding[]): string {
  const parts = Object.entries(SEVERITY_WORDS).flatMap(([severity, [one, many]]) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return parts.join(', ') || 'No findings';
}

/** The list of findings; a click selects the location in the editor. */
export interface FindingList {
  show(report: Report): void;
  /** Shows after a delay that a check is running, because most checks finish earlier. */
  wait(): void;
  /** Shows that the check failed, and retains the findings of the previous check. */
  fail(): void;
}

export function createFindingList(editor: Editor): FindingList {
  const list = byId('findings');
  const summary = byId('summary');
  const moreButton = byId('more');
  let shown: readonly Finding[] = [];
  let waiting: ReturnType<typeof setTimeout> | undefined;

  /** The index of the first finding below the visible part, found by binary search. */
  const firstBelow = (): number => {
    const bottom = list.scrollTop + list.clientHeight + 4;
    let low = 0;
    let high = list.children.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { offsetTop, offsetHeight } = list.children[middle] as HTMLElement;
      if (offsetTop + offsetHeight <= bottom) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const showMore = (): void => {
    const below = list.children.length - firstBelow();
    moreButton.hidden = below === 0;
    setText(moreButton, below === 1 ? '1 more finding below' : `${below} more findings below`);
  };
  list.addEventListener('scroll', showMore);
  new ResizeObserver(showMore).observe(list);
  moreButton.addEventListener('click', () => list.children[firstBelow()]?.querySelector('button')?.focus());

  const showSummary = (text: string, kind: string): void => {
    clearTimeout(waiting);
    waiting = undefined;
    setText(summary, text);
    summary.className = `summary ${kind}`;
  };

  const goToFinding = ({ range }: Finding): void => {
    if (range !== undefined) editor.goTo(range.start.offset, range.end.offset);
  };

  const toItem = (finding: Finding): HTMLElement => {
    const { severity, message, range, expected, hint } = finding;
    const place = range === undefined ? 'whole file' : `${range.start.line}:${range.start.column}`;
    return element(
      'li',
      { class: severity },
      element(
        'button',
        { type: 'button', title: labelFinding(finding), onclick: () => goToFinding(finding) },
        element('span', { class: 'place' }, place),
        element('span', { class: 'severity' }, severity),
        element('span', { class: 'message' }, message),
        expected === undefined ? undefined : element('span', { class: 'more' }, `expected: ${expected}`),
        hint === undefined ? undefined : element('span', { class: 'more' }, hint),
      ),
    );
  };

  editor.sheet.addEventListener('keydown', (event) => {
    if (event.key !== 'F8') return;
    event.preventDefault();
    const placed = shown.filter(({ range }) => range !== undefined);
    const next =
      placed.find(({ range }) => range !== undefined && range.start.offset > editor.caret) ?? placed[0];
    if (next !== undefined) goToFinding(next);
  });

  return {
    show({ findings, valid }) {
      shown = findings;
      showSummary(summarizeFindings(findings), valid ? 'good' : 'bad');
      list.replaceChildren(...findings.map(toItem));
      showMore();
      editor.mark(findings.flatMap(toMarks));
    },
    wait() {
      waiting ??= setTimeout(() => showSummary('Checking…', ''), 1_000);
    },
    fail() {
      showSummary('Not checked', 'bad');
    },
  };
}

/** The code and rule of a finding. */
function labelFinding({ code, rule }: Finding): string {
  return [code, rule].filter(Boolean).join(' ');
}

function toMarks(finding: Finding): Mark[] {
  const { range, severity, message, expected, hint } = finding;
  if (range === undefined) return [];
  const more = [expected === undefined ? undefined : `expected: ${expected}`, hint];
  return [
    {
      start: range.start.offset,
      end: range.end.offset,
      severity,
      message: [message, ...more].filter(Boolean).join('\n'),
      source: labelFinding(finding),
    },
  ];
}
