import type { JSX } from 'preact';
import { usePage } from '../../parts/page-context.ts';

/** The unknown packages of the plan, and conflicts. */
export function PackageProblems(): JSX.Element {
  const { packageLists, planning, resolution } = usePage();
  // The packages of a mirror that the service does not offer may differ from the lists.
  const isConfigured = packageLists.source.value.mirror !== undefined;
  const isPlanned = planning.state.value.kind === 'planned';
  const problems = isConfigured && isPlanned ? (resolution.answer.value?.problems ?? []) : [];
  return (
    <>
      {problems.map(({ message, hint }) => (
        <p key={message} class="package-problem" lang="en">
          {hint === undefined ? message : `${message}; ${hint}`}
        </p>
      ))}
    </>
  );
}
