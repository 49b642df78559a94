import type { JSX } from 'preact';
import { useFormats, usePage, useWords } from '../../../parts/page-context.ts';

interface PackageStateProps {
  /** A message about the last change of the packages. */
  readonly changed: string;
  /** Whether the package lists are from the configured mirror. */
  readonly isConfigured: boolean;
}

/** The result of a search or a change as a live region, and the age of the searched databases. */
export function PackageState({ changed, isConfigured }: PackageStateProps): JSX.Element {
  const { packages, resolution, form, service } = usePage();
  const words = useWords().form;
  const formats = useFormats();
  const found = packages.found.value;
  const mirror = packages.mirror.value;
  const title = service.value?.mirrors.find(({ id }) => id === mirror?.mirror)?.title;
  const resolved = resolution.answer.value;
  // The lists contain the packages of the usual repositories only, and other mirrors may have other packages.
  const isComplete = isConfigured && form.read(['additional-repositories']) === undefined;
  const problems = isComplete ? (resolved?.problems ?? []) : [];
  const count = found === undefined ? undefined : found.packages.length + found.more;
  return (
    <>
      <p class="package-status" role="status">
        {changed || (count === undefined ? '' : words.foundPackages(count))}
      </p>
      {resolved !== undefined && (
        <p class="resolved-packages">
          {words.resolvedPackages(
            formats.count(resolved.packages.length),
            formats.bytes(resolved.download),
            formats.bytes(resolved.installed),
          )}
        </p>
      )}
      {problems.map(({ message, hint }) => (
        <p key={message} class="package-problem" lang="en">
          {hint === undefined ? message : `${message}: ${hint}`}
        </p>
      ))}
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
