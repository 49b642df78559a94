import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { DiffView } from '../../../parts/diff-view.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import type { Proposal } from '../../../state/start.ts';
import { describeExampleChanges } from './example-changes.ts';
import { KeyReport } from './key-report.tsx';
import { PartuuidForm } from './partuuid-form.tsx';

type Conversion = Extract<Proposal, { readonly kind: 'conversion' }>;
type Demonstration = Extract<Proposal, { readonly kind: 'demonstration' }>;

/** Text that would replace the configuration, with its differences. */
export function ProposalView({ proposal }: { readonly proposal: Proposal }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [proposal]);
  const words = useWords().start;
  const title =
    proposal.kind === 'conversion' ? words.conversion : words.demonstration(words.examples[proposal.name]);
  return (
    <div class="proposal">
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {proposal.kind === 'conversion' ? (
        <ConversionView proposal={proposal} />
      ) : (
        <DemonstrationView proposal={proposal} />
      )}
    </div>
  );
}

function DemonstrationView({ proposal }: { readonly proposal: Demonstration }): JSX.Element {
  const { start } = usePage();
  const allWords = useWords();
  const words = allWords.start;
  const { before, after } = proposal;
  return (
    <>
      <p class="quiet">{words.demonstrationMeaning}</p>
      <ul class="example-changes">
        {describeExampleChanges(before, after, allWords).map(({ label, text }) => (
          <li key={`${label} ${text}`}>
            <strong>{label}:</strong> {text}
          </li>
        ))}
      </ul>
      <details>
        <summary>{words.textDifferences}</summary>
        <DiffView before={before} after={after} />
      </details>
      <p class="row end">
        <BackButton />
        <button type="button" onClick={() => start.take(before)}>
          {words.useFull}
        </button>
        <button type="button" class="primary" onClick={() => start.take(after)}>
          {words.useDemonstration}
        </button>
      </p>
    </>
  );
}

function ConversionView({ proposal }: { readonly proposal: Conversion }): JSX.Element {
  const { start } = usePage();
  const words = useWords().start;
  const { before, credentials, partuuids, answer } = proposal;
  const { configuration, findings, acceptable, unnamed, keys } = answer;
  const { counts } = useWords().findings;
  const notes = findings.filter(({ severity }) => severity === 'note');
  return (
    <>
      <p class="quiet">{configuration === undefined ? words.notConverted : words.conversionMeaning}</p>
      <FindingList title={words.notes} findings={findings.filter(({ severity }) => severity !== 'note')} />
      {notes.length > 0 && (
        <details>
          <summary>{counts.note(notes.length)}</summary>
          <FindingList title={counts.note(notes.length)} findings={notes} />
        </details>
      )}
      <KeyReport keys={keys} />
      {unnamed.length > 0 && (
        <PartuuidForm
          unnamed={unnamed}
          convert={(named) =>
            void start.convert(before, credentials, { partuuids: [...partuuids, ...named] })
          }
        />
      )}
      {configuration !== undefined && <DiffView before={before} after={configuration} />}
      <p class="row end">
        <BackButton />
        {configuration === undefined && acceptable.length > 0 && (
          <button
            type="button"
            class="danger"
            onClick={() => void start.convert(before, credentials, { acceptLoss: acceptable, partuuids })}
          >
            {words.acceptLoss(acceptable.join(', '))}
          </button>
        )}
        {configuration !== undefined && (
          <button type="button" class="primary" onClick={() => start.take(configuration)}>
            {words.useConverted}
          </button>
        )}
      </p>
    </>
  );
}

interface FindingListProps {
  readonly title: string;
  readonly findings: Conversion['answer']['findings'];
}

function FindingList({ title, findings }: FindingListProps): JSX.Element | null {
  if (findings.length === 0) return null;
  return (
    <ul class="notes" aria-label={title} lang="en">
      {findings.map(({ severity, message, hint }, index) => (
        <li key={index} class={severity}>
          {[message, hint].filter(Boolean).join('; ')}
        </li>
      ))}
    </ul>
  );
}

function BackButton(): JSX.Element {
  const { start } = usePage();
  return (
    <button
      type="button"
      onClick={() => {
        start.proposal.value = undefined;
      }}
    >
      {useWords().start.back}
    </button>
  );
}
