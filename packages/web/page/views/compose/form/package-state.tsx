import type { JSX } from 'preact';
import { useFormats, usePage, useWords } from '../../../parts/page-context.ts';
import { mirrorTitle } from '../mirror-title.ts';
import { PackageProblems } from '../package-problems.tsx';

interface PackageStateProps {
  /** A message about the last change of the packages. */
  readonly changed: string;
}

/** The result of a search or a change as a live region, and the age of the searched lists. */
export function PackageState({ changed }: PackageStateProps): JSX.Element {
  const { packages, packageLists, planning, resolution, service } = usePage();
  const catalogue = useWords();
  const words = catalogue.form;
  const formats = useFormats();
  const found = packages.found.value;
  const mirror = packageLists.mirror.value;
  const offered = service.value?.mirrors.find(({ id }) => id === mirror?.mirror);
  const title = offered === undefined ? undefined : mirrorTitle(offered, catalogue).text;
  const resolved = planning.state.value.kind === 'planned' ? resolution.answer.value : undefined;
  const count = found === undefined ? undefined : found.packages.length + found.more;
  return (
    <>
      <p class="package-status" role="status">
        {changed || (count === undefined ? '' : words.foundPackages(count))}
      </p>
      {resolved !== undefined && (
        <p class="resolved-packages">
          {words.resolvedPackages(
            resolved.packages.length,
            formats.bytes(resolved.download),
            formats.bytes(resolved.installed),
          )}
        </p>
      )}
      <PackageProblems />
      <p class="quiet" id="package-state">
        {mirror?.refreshed === undefined
          ? words.packagesPending
          : words.packagesKnown(
              formats.count(mirror.count),
              title ?? mirror.mirror,
              formats.ago(mirror.refreshed),
            )}
      </p>
      {mirror?.problem !== undefined && (
        <p class="package-problem">
          {words.packagesProblem} <span lang="en">{mirror.problem}</span>
        </p>
      )}
    </>
  );
}
