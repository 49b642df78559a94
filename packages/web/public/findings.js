import { byId, element, setText } from './dom.js';

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
  const moreButton = byId('more');
  let shown = [];
  let waiting;

  /** The first one below what is in view; they lie in order. */
  const firstBelow = () => {
    const bottom = list.scrollTop + list.clientHeight + 4;
    let low = 0;
    let high = list.children.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { offsetTop, offsetHeight } = list.children[middle];
      if (offsetTop + offsetHeight <= bottom) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const showMore = () => {
    const below = list.children.length - firstBelow();
    moreButton.hidden = below === 0;
    setText(moreButton, below === 1 ? '1 more finding below' : `${below} more findings below`);
  };
  list.addEventListener('scroll', showMore);
  new ResizeObserver(showMore).observe(list);
  moreButton.addEventListener('click', () => list.children[firstBelow()]?.querySelector('button').focus());

  const summarize = (text, kind) => {
    clearTimeout(waiting);
    waiting = undefined;
    setText(summary, text);
    summary.className = `summary ${kind}`;
  };

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
      summarize(summaryOf(findings), valid ? 'good' : 'bad');
      list.replaceChildren(...findings.map(item));
      showMore();
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
    /** Says so only when it takes long: most checks are over before it could be read. */
    wait() {
      waiting ??= setTimeout(() => summarize('Checking…', ''), 1_000);
    },
    /** The text could not be checked; the findings are those of an earlier one. */
    fail() {
      summarize('Not checked', 'bad');
    },
  };
}
