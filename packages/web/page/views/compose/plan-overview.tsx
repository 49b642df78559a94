import { Clock, ListOrdered, Package, TriangleAlert, UserRound } from 'lucide';
import type { JSX } from 'preact';
import type { DiskPart, DiskView, PlanAnswer } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { useFormats, useWords } from '../../parts/page-context.ts';
import { isNotable } from '../../words/formats.ts';

/** A summary of a plan: what is lost, the disks drawn to scale, and the numbers of packages and operations. */
export function PlanOverview({ plan }: { readonly plan: PlanAnswer }): JSX.Element {
  const words = useWords().plan;
  const formats = useFormats();
  const { packages, accounts, operations, expected } = plan.summary;
  return (
    <div class="plan-overview">
      {plan.disks.map((disk) => (
        <DiskFigure key={disk.path} disk={disk} />
      ))}
      <ul class="plan-facts">
        <li title={packages.join(' ')}>
          <Icon of={Package} />
          {words.packages(packages.length)}
        </li>
        {accounts.length > 0 && (
          <li>
            <Icon of={UserRound} />
            {accounts.join(', ')}
          </li>
        )}
        <li>
          <Icon of={ListOrdered} />
          {words.operations(operations)}
        </li>
        {expected !== undefined && isNotable(expected.total) && (
          <li>
            <Icon of={Clock} />
            {words.expected(formats.duration(expected.total))}
          </li>
        )}
      </ul>
    </div>
  );
}

/** A disk before and after the installation, and what is lost. */
function DiskFigure({ disk }: { readonly disk: DiskView }): JSX.Element {
  const words = useWords().plan;
  const formats = useFormats();
  return (
    <figure class="disk">
      <figcaption>
        <span>{disk.model ?? disk.path.slice(disk.path.lastIndexOf('/') + 1)}</span>
        <span class="quiet">{formats.bytes(disk.size)}</span>
      </figcaption>
      {disk.lost.map((sentence) => (
        <p class="disk-loss" lang="en" key={sentence}>
          <Icon of={TriangleAlert} />
          {sentence}
        </p>
      ))}
      {disk.before.length > 0 && <DiskParts disk={disk} parts={disk.before} title={words.before} />}
      <DiskParts disk={disk} parts={disk.after} title={words.after} />
    </figure>
  );
}

interface DiskPartsProps {
  readonly disk: DiskView;
  readonly parts: readonly DiskPart[];
  readonly title: string;
}

/** The parts of a disk, drawn to scale. */
function DiskParts({ disk, parts, title }: DiskPartsProps): JSX.Element {
  const words = useWords().plan;
  const formats = useFormats();
  const nameOf = ({ kind, mountPoint, label, name }: DiskPart): string =>
    kind === 'free' ? words.free : (mountPoint ?? label ?? name ?? '');
  return (
    <>
      <p class="disk-title">{title}</p>
      <ol class="disk-parts" aria-label={title}>
        {parts.map((part) => (
          <li key={part.start} class={`part-${part.kind}`} style={{ flexGrow: part.size / disk.size }}>
            <span class="part-name">{nameOf(part)}</span>
            <span class="part-size">
              {part.content} {formats.bytes(part.size)}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
