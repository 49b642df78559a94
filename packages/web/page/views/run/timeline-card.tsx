import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { StageName } from '../../parts/stage-name.tsx';
import { arrangeTimeline, type TimelineBar, type TimelineRow } from './timeline-rows.ts';

/** Milliseconds between requests while the installation is running. */
const REFRESH_PAUSE = 5_000;
/** Width of the chart in its own units, and the minimum width of a bar. */
const WIDTH = 1_000;
const LEAST = 3;

/** The steps of an installation as bars on a time axis, with a row for each stage. */
export function TimelineCard({ id }: { readonly id: number }): JSX.Element | null {
  const { run, timeline } = usePage();
  const words = useWords().install;
  const state = run.install.value?.state;
  useEffect(() => {
    if (state !== 'running') return undefined;
    void timeline.load(id);
    const timer = setInterval(() => void timeline.load(id), REFRESH_PAUSE);
    return () => clearInterval(timer);
  }, [id, state]);

  const answer = timeline.answer.value;
  if (answer === undefined || answer.steps.length === 0) return null;
  const rows = arrangeTimeline(answer.steps, answer.elapsed ?? 0);
  const weight = rows.reduce((sum, row) => sum + row.weight, 0);
  const planned = new Map(answer.stages.map(({ stage, share }) => [stage, share]));
  return (
    <section class="card timeline" aria-labelledby="timeline-title">
      <h3 id="timeline-title">{words.timeline}</h3>
      <ol>
        {rows.map((row) => (
          <Row
            key={row.stage}
            row={row}
            share={planned.get(row.stage) ?? (weight === 0 ? 0 : row.weight / weight)}
          />
        ))}
      </ol>
    </section>
  );
}

function Row({ row, share }: { readonly row: TimelineRow; readonly share: number }): JSX.Element {
  const words = useWords().install;
  const formats = useFormats();
  const titleOf = ({ title, milliseconds }: TimelineBar): string =>
    `${title}: ${formats.exactDuration(milliseconds)}`;
  return (
    <li>
      <span class="timeline-stage">
        <StageName stage={row.stage} />
      </span>
      <svg viewBox={`0 0 ${WIDTH} 12`} preserveAspectRatio="none" aria-hidden="true">
        {row.bars.map((bar) => (
          <rect
            key={bar.id}
            class={bar.state}
            x={bar.start * (WIDTH - LEAST)}
            width={Math.max(LEAST, bar.width * WIDTH)}
            height={12}
          >
            <title>{titleOf(bar)}</title>
          </rect>
        ))}
      </svg>
      <span class="timeline-time" title={words.shareOfWork(formats.share(share))}>
        {formats.exactDuration(row.milliseconds)}
      </span>
    </li>
  );
}
