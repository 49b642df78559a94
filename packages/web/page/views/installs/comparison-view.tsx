import { ArrowLeftRight, LoaderCircle, RotateCcw, SearchX, Unplug } from 'lucide';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ComparisonAnswer, Install } from '../../api/answers.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { StateBadge } from '../../parts/state-badge.tsx';
import { comparisonPath, installPath, installsPath } from '../../state/navigation.ts';
import { ComparedConfiguration } from './compared-configuration.tsx';
import { ComparedDurations } from './compared-durations.tsx';
import { ComparedPackages } from './compared-packages.tsx';

interface ComparisonViewProps {
  readonly before: number;
  readonly after: number;
}

/** Two installations with the differences between their configurations, packages and durations. */
export function ComparisonView({ before, after }: ComparisonViewProps): JSX.Element {
  const { comparison, session } = usePage();
  const words = useWords().comparison;
  const heading = useRef<HTMLHeadingElement>(null);
  const isOpen = session.status.value === 'open';
  // This runs before the first paint, which would otherwise show the previous comparison.
  useLayoutEffect(() => {
    if (!isOpen) return;
    void comparison.load(before, after);
    heading.current?.focus();
  }, [isOpen]);
  const title = words.title(before, after);
  useEffect(() => {
    document.title = `${title} · Writ`;
    return () => {
      document.title = 'Writ';
    };
  }, [title]);

  const state = comparison.state.value;
  return (
    <section class="comparison" aria-labelledby="comparison-title">
      <div class="card">
        <div class="bar">
          <h2 id="comparison-title" ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {state.kind === 'compared' && (
            <Link to={comparisonPath(after, before)} class="button" title={words.swapMeaning}>
              <Icon of={ArrowLeftRight} />
              {words.swap}
            </Link>
          )}
        </div>
        {state.kind === 'compared' ? (
          <Overview installs={state.answer.installs} />
        ) : (
          <Missing kind={state.kind} retry={() => void comparison.load(before, after)} />
        )}
      </div>
      {state.kind === 'compared' && (
        <>
          <ComparedConfiguration changes={state.answer.configuration} />
          <ComparedPackages changes={state.answer.packages} ids={[before, after]} />
          <ComparedDurations durations={state.answer.durations} ids={[before, after]} />
        </>
      )}
    </section>
  );
}

interface MissingProps {
  readonly kind: 'loading' | 'absent' | 'failed';
  readonly retry: () => void;
}

/** The reason why there is no comparison, with the next step. */
function Missing({ kind, retry }: MissingProps): JSX.Element {
  const words = useWords();
  if (kind === 'loading') return <Empty icon={LoaderCircle} title={words.comparison.loading} />;
  if (kind === 'failed') {
    return (
      <Empty icon={Unplug} title={words.comparison.failed}>
        <button type="button" onClick={retry}>
          <Icon of={RotateCcw} />
          {words.retry}
        </button>
      </Empty>
    );
  }
  return (
    <Empty icon={SearchX} title={words.comparison.absent}>
      <p class="quiet">{words.install.absentAdvice}</p>
      <Link to={installsPath} class="button">
        {words.installations}
      </Link>
    </Empty>
  );
}

/** Targets, states and times of both installations. */
function Overview({ installs }: Pick<ComparisonAnswer, 'installs'>): JSX.Element {
  const { installs: words, comparison } = useWords();
  const formats = useFormats();
  const row = (title: string, show: (install: Install) => ComponentChildren): JSX.Element => (
    <tr>
      <th scope="row">{title}</th>
      {installs.map((install, index) => (
        <td key={index}>{show(install)}</td>
      ))}
    </tr>
  );
  return (
    <table class="overview" aria-labelledby="comparison-title">
      <thead>
        <tr>
          <th scope="col">
            <span class="hidden">{comparison.property}</span>
          </th>
          {installs.map(({ id }, index) => (
            <th key={index} scope="col">
              <Link to={installPath(id)}>{comparison.column(id)}</Link>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row(words.target, ({ target, path }) => (
          <span title={path}>{target}</span>
        ))}
        {row(words.state, ({ state, failure }) => (
          <StateBadge state={state} title={failure?.message} />
        ))}
        {row(words.requested, ({ created }) => (
          <time dateTime={created}>{formats.time(created)}</time>
        ))}
        {row(words.duration, ({ started, ended }) =>
          started === undefined || ended === undefined
            ? '–'
            : formats.exactDuration(Date.parse(ended) - Date.parse(started)),
        )}
      </tbody>
    </table>
  );
}
