import { TriangleAlert } from 'lucide';
import type { JSX } from 'preact';
import { usePage, useWords } from '../parts/page-context.ts';
import { LossText } from '../parts/loss-text.tsx';
import { QuestionDialog } from '../parts/question-dialog.tsx';

/** Asks whether data may be lost. */
export function ConsentDialog(): JSX.Element {
  const { question } = usePage().consent;
  const { consent } = useWords();
  const current = question.value;
  return (
    <QuestionDialog
      name="consent"
      isOpen={current !== undefined}
      icon={TriangleAlert}
      title={consent.title}
      no={consent.keep}
      yes={consent.install}
      answer={(agreed) => current?.answer(agreed)}
    >
      <ul>
        {current?.losses.map(({ target, description }) => (
          <li key={`${target} ${description}`}>
            <code>{target}</code> <LossText description={description} />
          </li>
        ))}
      </ul>
    </QuestionDialog>
  );
}
