import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** The number of a list's items that are below its visible part, and access to the first of them. */
export interface Overflow {
  readonly list: RefObject<HTMLOListElement>;
  readonly below: number;
  /** Focuses the button in the first item below the visible part, which scrolls to it. */
  readonly focusFirstBelow: () => void;
}

/** @param items the items of the list, which are counted again when they change */
export function useOverflow(items: readonly unknown[]): Overflow {
  const list = useRef<HTMLOListElement>(null);
  const [below, setBelow] = useState(0);

  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const count = (): void => setBelow(element.children.length - firstBelow(element));
    const resized = new ResizeObserver(count);
    resized.observe(element);
    element.addEventListener('scroll', count);
    count();
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', count);
    };
  }, [items]);

  const focusFirstBelow = (): void => {
    const element = list.current;
    if (element !== null) element.children[firstBelow(element)]?.querySelector('button')?.focus();
  };
  return { list, below, focusFirstBelow };
}

/** The index of the first item below the visible part, found by binary search. */
function firstBelow(list: HTMLElement): number {
  const bottom = list.scrollTop + list.clientHeight + 4;
  let low = 0;
  let high = list.children.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { offsetTop, offsetHeight } = list.children[middle]!.firstElementChild as HTMLElement;
    if (offsetTop + offsetHeight <= bottom) low = middle + 1;
    else high = middle;
  }
  return low;
}
