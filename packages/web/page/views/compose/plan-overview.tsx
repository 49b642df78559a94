import { Clock, Download, HardDrive, ListOrdered, Package, TriangleAlert, UserRound } from 'lucide';
import type { JSX } from 'preact';
import type { DiskPart, DiskView, PlanAnswer } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { LossText } from '../../parts/loss-text.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { isNotable } from '../../words/formats.ts';
import { mirrorTitle } from './mirror-title.ts';
import { PackageProblems } from './package-problems.tsx';

/** A summary of a plan: what is lost, the disks drawn to scale, and the numbers of packages and operations. */
export function PlanOverview({ plan }: { readonly plan: PlanAnswer }): JSX.Element {
  const words = useWords().plan;
  const formats = useFormats();
  const { packages, accounts, operations, expected } = plan.summary;
  return (
    <div class="plan-overview">
      {/* An edit does not change these keys, so the picture of the disk is animated from the old plan to the new one. */}
      {plan.disks.map((disk, index) => (
        <DiskFigure key={index} disk={disk} />
      ))}
      <ul class="plan-facts">
        <PackageFacts names={packages} />
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
      <SizeNote />
      <PackageProblems />
    </div>
  );
}

/** The packages of the plan with their sizes or, until these are known, the number of packages that it names. */
function PackageFacts({ names }: { readonly names: readonly string[] }): JSX.Element {
  const { resolution } = usePage();
  const words = useWords().plan;
  const formats = useFormats();
  const resolved = resolution.answer.value;
  if (resolved === undefined || resolved.packages.length === 0) {
    return (
      <li title={names.join(' ')}>
        <Icon of={Package} />
        {words.packages(names.length)}
      </li>
    );
  }
  const outdated = resolution.state.value === 'known' ? undefined : 'outdated';
  return (
    <>
      <li class={outdated} title={words.namedPackages(names.join(' '))}>
        <Icon of={Package} />
        {words.allPackages(resolved.packages.length)}
      </li>
      <li class={outdated}>
        <Icon of={Download} />
        {words.download(formats.bytes(resolved.download))}
      </li>
      <li class={outdated}>
        <Icon of={HardDrive} />
        {words.installed(formats.bytes(resolved.installed))}
      </li>
    </>
  );
}

/** The reason why the sizes are not known, or the mirror whose package lists contain them. */
function SizeNote(): JSX.Element | null {
  const { packageLists, resolution, service } = usePage();
  const catalogue = useWords();
  const words = catalogue.plan;
  const mirror = packageLists.mirror.value;
  const resolved = resolution.answer.value;
  let text: string | undefined;
  if (packageLists.state.value === 'missing') {
    text = mirror?.problem === undefined ? words.listsPending : words.listsMissing;
  } else if (resolution.state.value === 'failed' || resolved?.packages.length === 0) text = words.unresolved;
  else if (resolved === undefined) text = words.resolving;
  else if (packageLists.source.value.mirror === undefined) {
    const offered = service.value?.mirrors.find(({ id }) => id === resolved.mirror);
    text = words.listsOf(offered === undefined ? resolved.mirror : mirrorTitle(offered, catalogue).text);
  }
  if (text === undefined) return null;
  return (
    <p id="size-note" class="quiet">
      {text}{' '}
      {packageLists.state.value === 'missing' && mirror?.problem !== undefined && (
        <span lang="en">{mirror.problem}</span>
      )}
    </p>
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
        <p class="disk-loss" key={sentence}>
          <Icon of={TriangleAlert} />
          <LossText description={sentence} />
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
        {parts.map((part, index) => (
          <li
            key={keyOf(parts, index)}
            class={`part-${part.kind}`}
            style={{ flexGrow: part.size / disk.size }}
          >
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

/** The name of a part; its position if it has no name, or if an earlier part has the same name. */
function keyOf(parts: readonly DiskPart[], index: number): string | number {
  const { name } = parts[index]!;
  return name === undefined || parts.findIndex((part) => part.name === name) < index ? index : name;
}
