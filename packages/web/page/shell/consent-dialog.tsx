import { TriangleAlert } from 'lucide';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { usePage, useWords } from '../parts/page-context.ts';

/** Asks whether data may be lost; the answer is no if the dialog is closed in any other way. */
export function ConsentDialog(): JSX.Element {
  const { question } = usePage().consent;
  const { consent } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const current = question.value;
  useEffect(() => {
    if (current === undefined) dialog.current?.close();
    else if (dialog.current?.open === false) {
      dialog.current.returnValue = 'no';
      dialog.current.showModal();
    }
  }, [current]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby="consent-title"
      onClose={(event) => current?.answer(event.currentTarget.returnValue === 'yes')}
    >
      <form method="dialog">
        <h2 id="consent-title">
          <Icon of={TriangleAlert} />
          {consent.title}
        </h2>
        <ul lang="en">
          {current?.losses.map(({ target, description }) => (
            <li key={`${target} ${description}`}>
              <code>{target}</code> {description}
            </li>
          ))}
        </ul>
        <p class="row end">
          <button value="no" autofocus>
            {consent.keep}
          </button>
          <button value="yes" class="danger">
            {consent.install}
          </button>
        </p>
      </form>
    </dialog>
  );
}
