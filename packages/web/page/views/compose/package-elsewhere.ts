import type { ResolutionAnswer } from '../../api/answers.ts';

type PackageProblem = ResolutionAnswer['problems'][number];

/** Problems of packages, without those that the lists of the configuration's own repositories could solve. */
export interface SortedProblems {
  readonly problems: readonly PackageProblem[];
  /** Names that the mirror's lists lack, but one of the configuration's own repositories may contain. */
  readonly elsewhere: readonly string[];
}

/**
 * Separates unknown packages from other problems if the configuration has its own repositories, whose lists the
 * service does not load.
 *
 * @param repositories the value of `x-writ.repositories`
 */
export function sortProblems(problems: readonly PackageProblem[], repositories: unknown): SortedProblems {
  if (!Array.isArray(repositories) || repositories.length === 0) return { problems, elsewhere: [] };
  return {
    problems: problems.filter(({ unknown }) => unknown === undefined),
    elsewhere: problems.flatMap(({ unknown }) => unknown ?? []),
  };
}
