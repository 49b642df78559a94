import { element } from './dom.ts';

/** Shows the notices as list items. Unchanged notices are not replaced, so that they are not announced again. */
export function showNotices(list: HTMLElement, notices: readonly string[]): void {
  const shown = Array.from(list.children, ({ textContent }) => textContent);
  if (notices.length === shown.length && notices.every((notice, index) => notice === shown[index])) return;
  list.replaceChildren(...notices.map((notice) => element('li', {}, notice)));
  list.hidden = notices.length === 0;
}
