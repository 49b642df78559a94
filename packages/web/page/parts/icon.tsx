import type { IconNode } from 'lucide';
import { h, type JSX } from 'preact';

/** A Lucide icon, which repeats the meaning of the text next to it and is hidden from screen readers. */
export function Icon({ of }: { readonly of: IconNode }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {of.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}
