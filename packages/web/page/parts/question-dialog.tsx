import type { IconNode } from 'lucide';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface QuestionDialogProps {
  /** The prefix of the element ids. */
  readonly name: string;
  /** Whether the question is being asked. */
  readonly isOpen: boolean;
  readonly icon: IconNode;
  readonly title: string;
  /** The labels of the two answers. The second answer destroys data. */
  readonly no: string;
  readonly yes: string;
  /** Called once for each question. `agreed` is false if the dialog is closed without a button. */
  readonly answer: (agreed: boolean) => void;
  readonly children: ComponentChildren;
}

/** Asks before data is lost. Initially, the focus is on the answer that preserves the data. */
export function QuestionDialog({
  name,
  isOpen,
  icon,
  title,
  no,
  yes,
  answer,
  children,
}: QuestionDialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!isOpen) dialog.current?.close();
    else if (dialog.current?.open === false) {
      dialog.current.returnValue = 'no';
      dialog.current.showModal();
    }
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${name}-title`}
      onClose={(event) => answer(event.currentTarget.returnValue === 'yes')}
    >
      <form method="dialog">
        <h2 id={`${name}-title`}>
          <Icon of={icon} />
          {title}
        </h2>
        {children}
        <p class="row end">
          <button value="no" autofocus>
            {no}
          </button>
          <button value="yes" class="danger">
            {yes}
          </button>
        </p>
      </form>
    </dialog>
  );
}
