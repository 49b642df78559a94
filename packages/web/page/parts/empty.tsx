import type { IconNode } from 'lucide';
import type { ComponentChildren, JSX } from 'preact';
import { Icon } from './icon.tsx';

interface EmptyProps {
  readonly icon: IconNode;
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** A view without content, with a hint about the next step. */
export function Empty({ icon, title, children }: EmptyProps): JSX.Element {
  return (
    <div class="empty">
      <Icon of={icon} />
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
