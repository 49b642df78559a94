import { Trash2 } from 'lucide';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Install } from '../../api/answers.ts';
import { usePage, useWords } from '../../parts/page-context.ts';
import { QuestionDialog } from '../../parts/question-dialog.tsx';

interface DeleteDialogProps {
  readonly install: Install;
  readonly close: () => void;
}

/** Asks whether to delete the records of an installation, and optionally its image. */
export function DeleteDialog({ install, close }: DeleteDialogProps): JSX.Element {
  const { installs } = usePage();
  const words = useWords().installs;
  const withImage = useRef<HTMLInputElement>(null);
  const { id, target, path, state } = install;
  const hasImage = state === 'done' && !path.startsWith('/dev/');

  const answer = (agreed: boolean): void => {
    if (agreed) void installs.remove(id, withImage.current?.checked === true);
    close();
  };
  return (
    <QuestionDialog
      name="delete"
      isOpen
      icon={Trash2}
      title={words.deleteTitle(id, target)}
      no={words.keep}
      yes={words.deleteNow}
      answer={answer}
    >
      <p>{words.deleteMeaning}</p>
      {hasImage && (
        <p>
          <label>
            <input ref={withImage} type="checkbox" /> {words.deleteImage} <code>{path}</code>
          </label>
        </p>
      )}
    </QuestionDialog>
  );
}
