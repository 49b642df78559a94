import type { ImportFinding } from './finding.ts';
import { isOfPackage } from './package-direction.ts';
import type { Import } from './read-imports.ts';

const UNIT_TEST = /(?<!\.integration|\.fuzz|\.cost)\.test\.ts$/;
const SUPPORT = /\.test\.ts$|\/testing\.ts$|\/(?:testing|fixtures)\//;
/** Modules that start processes and threads. */
const STARTERS = /^(?:node:(?:child_process|cluster|worker_threads)|esbuild|miniflare|playwright-core)$/;

/** Published code of a package. A test may import it even if it can start a process. */
function isPublished(file: string): boolean {
  return isOfPackage(file) && !SUPPORT.test(file);
}

/**
 * Finds unit tests that import a module that starts processes or threads, directly or through test support.
 * `scripts/unit/no-processes.ts` detects processes that published code starts at run time.
 */
export function checkUnitTests(imports: readonly Import[]): readonly ImportFinding[] {
  const byFile = Map.groupBy(
    imports.filter(({ isType }) => !isType),
    ({ from }) => from,
  );
  const starterOf = (file: string, seen: Set<string>): Import | undefined => {
    if (seen.has(file) || isPublished(file)) return undefined;
    seen.add(file);
    for (const found of byFile.get(file) ?? []) {
      const starter =
        found.to === undefined
          ? STARTERS.test(found.specifier)
            ? found
            : undefined
          : starterOf(found.to, seen);
      if (starter !== undefined) return starter;
    }
    return undefined;
  };
  const tests = [...byFile.keys()].filter((file) => UNIT_TEST.test(file) && !file.startsWith('e2e/'));
  return tests.flatMap((file): readonly ImportFinding[] => {
    const at = starterOf(file, new Set());
    if (at === undefined) return [];
    const through = at.from === file ? '' : ` through ${at.from}`;
    return [
      {
        at,
        message: `${file} is a unit test and imports "${at.specifier}"${through}`,
        hint: `rename it to ${file.slice(file.lastIndexOf('/') + 1).replace('.test.ts', '.integration.test.ts')}; docs/testing.md lists the rules for unit tests`,
      },
    ];
  });
}
