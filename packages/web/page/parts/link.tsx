import type { ComponentChildren, JSX } from 'preact';
import { usePage } from './page-context.ts';

export interface LinkProps {
  readonly to: string;
  readonly class?: string;
  readonly title?: string | undefined;
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
}

/** A link to another view of the page. */
export function Link({ to, title, isCurrent = false, children, class: name }: LinkProps): JSX.Element {
  const { navigation } = usePage();
  const open = (event: MouseEvent): void => {
    // The browser opens the address in another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigation.open(to);
  };
  return (
    <a href={to} class={name} title={title} aria-current={isCurrent ? 'page' : undefined} onClick={open}>
      {children}
    </a>
  );
}
