import type { JSX } from 'preact';
import type { DraftReview } from '../../../state/batch-draft.ts';
import { LossText } from '../../../parts/loss-text.tsx';
import { useWords } from '../../../parts/page-context.ts';
import { formatRanges } from '../../../text/number-ranges.ts';

type Review = NonNullable<DraftReview['review']>;
type Plans = NonNullable<DraftReview['plans']>;

/** Values of the same key that are listed at first. */
const LISTED = 5;

/** The outliers, the differences, the common values, the plans and the losses of all rows. */
export function ReviewParts({ result }: { readonly result: DraftReview }): JSX.Element {
  const { review, plans, losses } = result;
  return (
    <>
      {review !== undefined && (
        <>
          <Outliers review={review} />
          <Differing review={review} />
          <Common review={review} />
        </>
      )}
      {plans !== undefined && <Plans plans={plans} />}
      {losses.length > 0 && <Losses losses={losses} />}
    </>
  );
}

function Outliers({ review }: { readonly review: Review }): JSX.Element {
  const words = useWords().newBatch;
  const rowsOf = useRowNames();
  return (
    <>
      <h3>{words.outliers}</h3>
      {review.outliers.length === 0 ? (
        <p class="quiet">{words.noOutliers(review.rows)}</p>
      ) : (
        <ul class="changes outliers" aria-label={words.outliers}>
          {review.outliers.map(({ pointer, value, rows, kind }) => (
            <li key={`${pointer} ${value}`}>
              <code class="change-key">{pointer}</code>
              <span>
                <code>{value}</code> {(kind === 'rare' ? words.rare : words.repeated)(rowsOf(rows))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Differing({ review }: { readonly review: Review }): JSX.Element {
  const words = useWords().newBatch;
  const rowsOf = useRowNames();
  return (
    <>
      <h3>{words.differing}</h3>
      {review.differing.length === 0 ? (
        <p class="quiet">{words.noDiffering}</p>
      ) : (
        <ul class="changes" aria-label={words.differing}>
          {review.differing.map(({ pointer, variables, secret, values }) => (
            <li key={pointer}>
              <code class="change-key">{pointer}</code>
              {secret ? (
                <span>{words.secret(variables.join(', '))}</span>
              ) : (
                <details>
                  <summary>
                    {words.values(values.length)}:{' '}
                    <code>
                      {values
                        .slice(0, LISTED)
                        .map(({ value }) => value)
                        .join(', ')}
                      {values.length > LISTED ? ', …' : ''}
                    </code>
                  </summary>
                  <ul>
                    {values.map(({ value, rows }) => (
                      <li key={value}>
                        <code>{value}</code> {rowsOf(rows)}
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Common({ review }: { readonly review: Review }): JSX.Element {
  const words = useWords().newBatch;
  return (
    <details>
      <summary>{words.common(review.common.length)}</summary>
      <ul class="changes">
        {review.common.map(({ pointer, value }) => (
          <li key={pointer}>
            <code class="change-key">{pointer}</code>
            <code>{value}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Plans({ plans }: { readonly plans: Plans }): JSX.Element {
  const words = useWords().newBatch;
  const rowsOf = useRowNames();
  const { usual, operations, packages, variants } = plans;
  return (
    <>
      <h3>{words.plans}</h3>
      <p>{words.usual(rowsOf(usual), operations, packages)}</p>
      {variants.length > 0 && (
        <ul class="changes" aria-label={words.plans}>
          {variants.map((variant) => (
            <li key={variant.rows[0]}>
              <span class="change-key">{rowsOf(variant.rows)}</span>
              <span>
                {variant.layout && <span>{words.layoutDiffers} </span>}
                <NameChanges name={words.operations} changes={variant.operations} />
                <NameChanges name={words.packages} changes={variant.packages} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface NameChangesProps {
  readonly name: string;
  readonly changes: Plans['variants'][number]['packages'];
}

function NameChanges({ name, changes: { added, removed } }: NameChangesProps): JSX.Element | null {
  const names = [...added.map((each) => `+${each}`), ...removed.map((each) => `−${each}`)];
  if (names.length === 0) return null;
  return (
    <span>
      {name} <code>{names.join(' ')}</code>{' '}
    </span>
  );
}

function Losses({ losses }: Pick<DraftReview, 'losses'>): JSX.Element {
  const words = useWords().newBatch;
  return (
    <>
      <h3 class="bad">{words.losses(losses.length)}</h3>
      <ul class="losses">
        {losses.map(({ target, description }) => (
          <li key={`${target} ${description}`}>
            <code>{target}</code> <LossText description={description} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns a function that names rows, such as “rows 1–3, 7”. */
function useRowNames(): (rows: readonly number[]) => string {
  const words = useWords().newBatch;
  return (rows) => words.rows(formatRanges(rows), rows.length);
}
