import { CircleCheck, Rocket } from 'lucide';
import type { JSX } from 'preact';
import type { BatchFinding, BatchPlan } from '../../../api/answers.ts';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { batchPath } from '../../../state/navigation.ts';
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
  const plan = draft.plan.value;
  const isBusy = draft.isReviewing.value;
  return (
    <section class="card review" aria-labelledby="review-title" aria-busy={isBusy}>
      <div class="bar">
        <h2 id="review-title">{words.newBatch.reviewTitle}</h2>
        <p role="status" class={`summary ${summaryClass(plan)}`}>
          {isBusy ? words.newBatch.reviewing : plan !== undefined && <Summary plan={plan} />}
        </p>
      </div>
      {plan !== undefined && (
        <>
          {draft.isOutdated.value && <p class="summary bad">{words.newBatch.outdated}</p>}
          <h3>
            {words.newBatch.findings}{' '}
            <span class="quiet">
              {plan.findings.length > 0 && summarizeFindings(plan.findings, words.findings)}
            </span>
          </h3>
          {plan.findings.length === 0 ? (
            <p class="quiet row">
              <Icon of={CircleCheck} />
              {words.newBatch.noFindings}
            </p>
          ) : (
            <ol class="finding-list" aria-label={words.newBatch.findings}>
              {plan.findings.map((finding, index) => (
                <FindingButton key={`${index} ${finding.message}`} finding={finding} goTo={goTo} />
              ))}
            </ol>
          )}
          <ReviewParts plan={plan} />
          <StartForm plan={plan} />
        </>
      )}
    </section>
  );
}

function summaryClass(plan: BatchPlan | undefined): string {
  if (plan === undefined) return '';
  return plan.digest === undefined ? 'bad' : 'good';
}

function Summary({ plan }: { readonly plan: BatchPlan }): JSX.Element {
  const words = useWords().newBatch;
  const { digest, count, rows } = plan;
  return (
    <>
      {digest === undefined
        ? words.someValid(rows.length, count)
        : `${words.allValid(count)} (${words.digest(digest.slice(0, 12))})`}
    </>
  );
}

function StartForm({ plan }: { readonly plan: BatchPlan }): JSX.Element {
  const { navigation, newBatch: draft, people } = usePage();
  const { newBatch: words, people: peopleWords } = useWords();
  const mayRun = people.may('run');
  const start = async (): Promise<void> => {
    const batch = await draft.start();
    if (batch !== undefined) navigation.open(batchPath(batch.id));
  };
  const isReady = plan.digest !== undefined && !draft.isOutdated.value && !draft.isReviewing.value;
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
        <Icon of={Rocket} />
        {words.startCount(plan.count)}
      </button>
    </form>
  );
}
