import { byId, element } from './dom.js';

const words = { error: ['error', 'errors'], warning: ['warning', 'warnings'], note: ['note', 'notes'] };

export function summaryOf(findings) {
  const parts = Object.entries(words).flatMap(([severity, [one, many]]) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return parts.join(', ') || 'No findings';
}

/** The list of findings below the editor; each jumps to its place. */
export function createFindings(editor) {
  const list = byId('findings');
  const summary = byId('summary');
  let shown = [];

  const jump = ({ range }) => {
    if (range !== undefined) editor.goTo(range.start.offset, range.end.offset);
  };

  const item = (finding) => {
    const { severity, message, range, code, rule, expected, hint } = finding;
    const place = range === undefined ? 'whole text' : `${range.start.line}:${range.start.column}`;
    return element(
      'li',
      { class: severity },
      element(
        'button',
        { type: 'button', title: [code, rule].filter(Boolean).join(' '), onclick: () => jump(finding) },
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
    const next = placed.find(({ range }) => range.start.offset > editor.caret) ?? placed[0];
    if (next !== undefined) jump(next);
  });

  return {
    show({ findings, valid }) {
      shown = findings;
      summary.textContent = summaryOf(findings);
      summary.className = `summary ${valid ? 'good' : 'bad'}`;
      list.replaceChildren(...findings.map(item));
      editor.mark(
        findings.flatMap(({ range, severity, message, expected, hint, code, rule }) => {
          if (range === undefined) return [];
          const more = [expected === undefined ? undefined : `expected: ${expected}`, hint];
          return [
            {
              start: range.start.offset,
              end: range.end.offset,
              severity,
              message: [message, ...more].filter(Boolean).join('\n'),
              source: [code, rule].filter(Boolean).join(' '),
            },
          ];
        }),
      );
    },
    wait() {
      summary.textContent = 'Checking…';
      summary.className = 'summary';
    },
  };
}
