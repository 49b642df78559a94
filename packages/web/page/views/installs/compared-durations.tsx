import { ChevronRight } from 'lucide';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { DurationChange } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { useFormats, useWords } from '../../parts/page-context.ts';
import { StageName } from '../../parts/stage-name.tsx';
import { sumStages, type StageDurations } from '../../state/comparison.ts';

/** Width of the chart in its own units. */
const WIDTH = 200;
/**
 * Smaller differences are not emphasized. The limits are a number of milliseconds and a share of the earlier duration.
 */
const NOTABLE_TIME = 1_000;
const NOTABLE_SHARE = 0.1;

interface ComparedDurationsProps {
  readonly durations: readonly DurationChange[];
  readonly ids: readonly [before: number, after: number];
}

type Durations = Pick<DurationChange, 'before' | 'after'>;

/** The durations of two installations by stage, with the operations of each stage. */
export function ComparedDurations({ durations, ids }: ComparedDurationsProps): JSX.Element {
  const words = useWords().comparison;
  const stages = sumStages(durations);
  const isKnown = ({ before, after }: Durations): boolean => before !== undefined || after !== undefined;
  const longest = Math.max(1, ...stages.flatMap(({ before = 0, after = 0 }) => [before, after]));
  return (
    <section class="card" aria-labelledby="compared-durations">
      <h3 id="compared-durations">{words.durations}</h3>
      {stages.some(isKnown) ? (
        <div class="scroll" tabIndex={0} role="group" aria-labelledby="compared-durations">
          <table class="compared durations" aria-labelledby="compared-durations">
            <thead>
              <tr>
                <th scope="col">{words.stage}</th>
                <th scope="col" class="picture">
                  <span class="hidden">{words.picture}</span>
                </th>
                {ids.map((id, index) => (
                  <th key={index} scope="col" class="number">
                    <span class={index === 0 ? 'swatch before' : 'swatch after'} aria-hidden="true" />
                    {words.column(id)}
                  </th>
                ))}
                <th scope="col" class="number">
                  {words.difference}
                </th>
              </tr>
            </thead>
            <tbody>
              {stages.map((stage) => (
                <StageRows key={stage.stage} stage={stage} longest={longest} />
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p class="quiet">{words.noDurations}</p>
      )}
    </section>
  );
}

interface StageRowsProps {
  readonly stage: StageDurations;
  /** The longest duration of a stage, whose bar has the whole width. */
  readonly longest: number;
}

/** A stage, and its operations while it is open. */
function StageRows({ stage, longest }: StageRowsProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <tr>
        <th scope="row">
          <button type="button" class="stage-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Icon of={ChevronRight} />
            <StageName stage={stage.stage} />
          </button>
        </th>
        <DurationCells durations={stage} longest={longest} />
      </tr>
      {isOpen &&
        stage.operations.map((operation) => (
          <tr key={operation.id} class="operation">
            <th scope="row" lang="en">
              {operation.title}
            </th>
            <DurationCells durations={operation} longest={longest} />
          </tr>
        ))}
    </>
  );
}

interface DurationCellsProps {
  readonly durations: Durations;
  readonly longest: number;
}

function DurationCells({ durations, longest }: DurationCellsProps): JSX.Element {
  const formats = useFormats();
  const { before, after } = durations;
  const show = (duration: number | undefined): string =>
    duration === undefined ? '–' : formats.exactDuration(duration);
  const widthOf = (duration = 0): number => (duration / longest) * WIDTH;
  return (
    <>
      <td class="picture">
        <svg viewBox={`0 0 ${WIDTH} 14`} preserveAspectRatio="none" aria-hidden="true">
          <rect class="before" width={widthOf(before)} height={6} />
          <rect class="after" y={8} width={widthOf(after)} height={6} />
        </svg>
      </td>
      <td class="number">{show(before)}</td>
      <td class="number">{show(after)}</td>
      <td class={`number ${emphasize(durations)}`}>
        {before === undefined || after === undefined ? '–' : formats.difference(after - before)}
      </td>
    </>
  );
}

/** The CSS class of a difference that is emphasized. */
function emphasize({ before, after }: Durations): '' | 'slower' | 'faster' {
  if (before === undefined || after === undefined) return '';
  const difference = after - before;
  if (Math.abs(difference) < Math.max(NOTABLE_TIME, before * NOTABLE_SHARE)) return '';
  return difference > 0 ? 'slower' : 'faster';
}
