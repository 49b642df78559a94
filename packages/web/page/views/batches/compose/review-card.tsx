import { CircleCheck, FileCheck, Rocket } from 'lucide';
import type { JSX } from 'preact';
import type { BatchFinding } from '../../../api/answers.ts';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import type { DraftReview } from '../../../state/batch-draft.ts';
import { summarizeFindings } from '../../compose/finding-texts.ts';
import { FindingButton } from './finding-button.tsx';
import { ReviewParts } from './review-parts.tsx';

interface ReviewCardProps {
  /** Goes to the place of a finding. */
  readonly goTo: (finding: BatchFinding) => void;
}

/** The review of all rows, and the button that starts the batch. */
export function ReviewCard({ goTo }: ReviewCardProps): JSX.Element {
  const { newBatch: draft } = usePage();
  const words = useWords();
  const result = draft.result.value;
  const isBusy = draft.isReviewing.value;
  return (
    <section class="card review" aria-labelledby="review-title" aria-busy={isBusy}>
      <div class="bar">
        <h2 id="review-title">{words.newBatch.reviewTitle}</h2>
        <p role="status" class={`summary ${summaryClass(result)}`}>
          {isBusy ? words.newBatch.reviewing : result !== undefined && <Summary result={result} />}
        </p>
      </div>
      {result !== undefined && (
        <>
          {draft.isOutdated.value && <p class="summary bad">{words.newBatch.outdated}</p>}
          <h3>
            {words.newBatch.findings}{' '}
            <span class="quiet">
              {result.findings.length > 0 && summarizeFindings(result.findings, words.findings)}
            </span>
          </h3>
          {result.findings.length === 0 ? (
            <p class="quiet row">
              <Icon of={CircleCheck} />
              {words.newBatch.noFindings}
            </p>
          ) : (
            <ol class="finding-list" aria-label={words.newBatch.findings}>
              {result.findings.map((finding, index) => (
                <FindingButton key={`${index} ${finding.message}`} finding={finding} goTo={goTo} />
              ))}
            </ol>
          )}
          <ReviewParts result={result} />
          <StartForm result={result} />
        </>
      )}
    </section>
  );
}

function summaryClass(result: DraftReview | undefined): string {
  if (result === undefined) return '';
  return result.isValid ? 'good' : 'bad';
}

function Summary({ result }: { readonly result: DraftReview }): JSX.Element {
  const words = useWords().newBatch;
  const { isValid, digest, count, valid, known } = result;
  const allValid = known === undefined ? words.allValid : words.allAssignable;
  const parts = [
    isValid ? allValid(count) : words.someValid(valid, count),
    ...(digest === undefined ? [] : [words.digest(digest.slice(0, 12))]),
    ...(known === undefined ? [] : [words.known(known)]),
  ];
  return <>{parts.join(' ')}</>;
}

function StartForm({ result }: { readonly result: DraftReview }): JSX.Element {
  const { navigation, newBatch: draft, people } = usePage();
  const { newBatch: words, people: peopleWords } = useWords();
  const mayRun = people.may('run');
  const start = async (): Promise<void> => {
    const path = await draft.start();
    if (path !== undefined) navigation.open(path);
  };
  const isReady = result.isValid && !draft.isOutdated.value && !draft.isReviewing.value;
  const isOfNodes = result.known !== undefined;
  return (
    <form
      class="row end"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      {!mayRun && <span class="quiet">{peopleWords.needsRun}</span>}
      <button type="submit" class="primary" disabled={!mayRun || !isReady}>
        <Icon of={isOfNodes ? FileCheck : Rocket} />
        {(isOfNodes ? words.assignCount : words.startCount)(result.count)}
      </button>
    </form>
  );
}
