import { element } from './dom.ts';

/** Shows the notices as the items of a list; one that is shown already stays, so that it is not announced again. */
export function showNotices(list: HTMLElement, notices: readonly string[]): void {
  const shown = Array.from(list.children, ({ textContent }) => textContent);
  if (notices.length === shown.length && notices.every((notice, index) => notice === shown[index])) return;
  list.replaceChildren(...notices.map((notice) => element('li', {}, notice)));
  list.hidden = notices.length === 0;
}
