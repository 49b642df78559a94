import type { JSX } from 'preact';
import { usePage } from '../parts/page-context.ts';

/** The message about the last failed request, announced to screen readers. */
export function MessageBox(): JSX.Element {
  const { message, status } = usePage().session;
  const shown = message.value;
  return (
    <p
      id="page-message"
      class={`page-message ${status.value === 'closed' ? 'in-flow' : ''}`}
      role="alert"
      lang={shown?.isFromService ? 'en' : undefined}
      hidden={shown === undefined}
    >
      {shown?.text}
    </p>
  );
}
