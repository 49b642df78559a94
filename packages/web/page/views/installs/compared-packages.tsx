import { ArrowRight, Minus, Plus, type IconNode } from 'lucide';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PackageChanges } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { useFormats, useWords } from '../../parts/page-context.ts';

/** Number of packages that are displayed at first. */
const LIMIT = 100;

type ChangeKind = keyof PackageChanges;

const ICONS: Readonly<Record<ChangeKind, IconNode>> = { added: Plus, removed: Minus, changed: ArrowRight };

interface ComparedPackagesProps {
  /** Undefined if the packages of an installation are unknown. */
  readonly changes: PackageChanges | undefined;
  readonly ids: readonly [before: number, after: number];
}

/** The packages that only one of two installations has, or that differ in their versions. */
export function ComparedPackages({ changes, ids }: ComparedPackagesProps): JSX.Element {
  const words = useWords().comparison;
  const formats = useFormats();
  const kinds = (['added', 'removed', 'changed'] as const).filter(
    (kind) => (changes?.[kind].length ?? 0) > 0,
  );
  return (
    <section class="card" aria-labelledby="compared-packages">
      <div class="bar">
        <h3 id="compared-packages">{words.packages}</h3>
        {changes !== undefined && (
          <p class="summary">
            {kinds.map((kind) => words.counts[kind](formats.count(changes[kind].length))).join(', ')}
          </p>
        )}
      </div>
      {changes === undefined && <p class="quiet">{words.noPackages}</p>}
      {changes !== undefined && kinds.length === 0 && <p class="quiet">{words.samePackages}</p>}
      {changes !== undefined && kinds.length > 0 && <PackageTable changes={changes} ids={ids} />}
    </section>
  );
}

interface PackageTableProps {
  readonly changes: PackageChanges;
  readonly ids: ComparedPackagesProps['ids'];
}

function PackageTable({ changes, ids }: PackageTableProps): JSX.Element {
  const words = useWords().comparison;
  const formats = useFormats();
  const [isWhole, setWhole] = useState(false);
  const rows = rowsOf(changes);
  return (
    <>
      <div class="scroll" tabIndex={0} role="group" aria-labelledby="compared-packages">
        <table class="compared" aria-labelledby="compared-packages">
          <thead>
            <tr>
              <th scope="col">{words.change}</th>
              <th scope="col">{words.package}</th>
              {ids.map((id, index) => (
                <th key={index} scope="col">
                  {words.column(id)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, isWhole ? rows.length : LIMIT).map(({ kind, name, before, after }) => (
              <tr key={name} class={kind}>
                <td>
                  <span class={`change change-${kind}`}>
                    <Icon of={ICONS[kind]} />
                    {words.kinds[kind]}
                  </span>
                </td>
                <th scope="row">
                  <code>{name}</code>
                </th>
                {[before, after].map((version, index) => (
                  <td key={index}>
                    {version === undefined ? <span class="quiet">{words.none}</span> : <code>{version}</code>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isWhole && rows.length > LIMIT && (
        <button type="button" onClick={() => setWhole(true)}>
          {words.showAll(formats.count(rows.length))}
        </button>
      )}
    </>
  );
}

interface PackageRow {
  readonly kind: ChangeKind;
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
}

function rowsOf({ added, removed, changed }: PackageChanges): PackageRow[] {
  return [
    ...added.map(({ name, version }) => ({ kind: 'added', name, after: version }) as const),
    ...removed.map(({ name, version }) => ({ kind: 'removed', name, before: version }) as const),
    ...changed.map((change) => ({ kind: 'changed', ...change }) as const),
  ];
}
