import type { Surface } from '../../editor/schema-editor.ts';
import { element } from '../element.ts';

/** The elements of the plain editor. */
export interface TextAreaParts {
  readonly area: HTMLTextAreaElement;
  /** The line numbers. */
  readonly gutter: HTMLElement;
  /** A copy of the text behind the text area, in which findings are underlined. */
  readonly marks: HTMLElement;
}

/** The text area with line numbers and highlighted findings: the editor that works without the schema. */
export function createTextArea(
  { area, gutter, marks }: TextAreaParts,
  changed: (text: string) => void,
): Surface {
  let lines = 0;

  const updateLineNumbers = (): void => {
    const count = area.value.split('\n').length;
    if (count === lines) return;
    lines = count;
    gutter.textContent = Array.from({ length: count }, (_, index) => index + 1).join('\n');
  };
  const syncScroll = (): void => {
    gutter.scrollTop = area.scrollTop;
    marks.scrollTop = area.scrollTop;
    marks.scrollLeft = area.scrollLeft;
  };

  area.addEventListener('input', () => {
    marks.replaceChildren();
    updateLineNumbers();
    changed(area.value);
  });
  area.addEventListener('scroll', syncScroll);

  const setText = (text: string): void => {
    area.value = text;
    marks.replaceChildren();
    updateLineNumbers();
    syncScroll();
    changed(area.value);
  };

  return {
    get text() {
      return area.value;
    },
    open(text) {
      setText(text);
      area.setSelectionRange(0, 0);
    },
    replace(text) {
      const { selectionStart, selectionEnd } = area;
      setText(text);
      area.setSelectionRange(selectionStart, selectionEnd);
    },
    mark(ranges) {
      const text = area.value;
      const pieces: (Node | string)[] = [];
      let at = 0;
      for (const { start, end, severity } of ranges.toSorted((a, b) => a.start - b.start)) {
        if (start < at) continue;
        const until = Math.max(end, start + 1);
        pieces.push(
          text.slice(at, start),
          element('mark', { class: severity }, text.slice(start, until) || ' '),
        );
        at = until;
      }
      // A pre does not display its last line break unless another character follows.
      marks.replaceChildren(...pieces, `${text.slice(at)}\n`);
      syncScroll();
    },
    goTo(start, end) {
      area.focus();
      area.setSelectionRange(start, Math.max(end, start));
      const line = area.value.slice(0, start).split('\n').length - 1;
      const height = area.scrollHeight / Math.max(lines, 1);
      const column = start - (area.value.lastIndexOf('\n', start - 1) + 1);
      area.scrollTop = Math.max(0, line * height - area.clientHeight / 2);
      area.scrollLeft = column < 60 ? 0 : area.scrollLeft;
    },
    get caret() {
      return area.selectionStart;
    },
    element: area,
    focus: () => area.focus(),
  };
}
