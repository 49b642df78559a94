import type { Diagnostic } from '@writ/diagnostics';
import { createLevel, type PolicyLevel } from './policy-level.ts';
import { POLICY_NAMES } from './policy-filters.ts';
import { isPerVerb, type Policies, type PolicyProblem } from './policies.ts';
import { describeVerbProblem } from './verb-problems.ts';

/** The exports of a `_policies` module, read from the file or from a built table. */
export interface PolicyFolder {
  /** The prefix under which the module was found. The policies apply only to classes under this prefix. */
  readonly prefix: string;
  /** Path segments of the folder. */
  readonly segments: readonly string[];
  /** Path of the module in findings and explanations. */
  readonly file: string;
  readonly policies: Readonly<Record<string, unknown>>;
  /** Location of an export, for findings. */
  readonly locateExport: (name: string) => Pick<Diagnostic, 'file' | 'range'>;
}

/**
 * A folder whose policies have been checked. Its classes share the filters, so a rate limit counts the requests to all
 * of them together.
 */
export interface FolderLevels {
  readonly folder: PolicyFolder;
  readonly levels: ReadonlyMap<keyof Policies, PolicyLevel>;
}

/** Creates the filters of a folder and reports invalid values, once for all of its classes. */
export function createFolderLevels(
  folder: PolicyFolder,
  report: (folder: PolicyFolder, problem: PolicyProblem) => void,
): FolderLevels {
  const names = POLICY_NAMES.filter((name) => Object.hasOwn(folder.policies, name));
  const levels = names.map((name) => {
    const value = folder.policies[name];
    const reported = (problem: PolicyProblem): void => report(folder, problem);
    const level = createLevel(name, value, reported, folder);
    const message = isPerVerb(value) ? describeVerbProblem(value, []) : undefined;
    if (message !== undefined) report(folder, { rule: 'policy', name, message });
    else for (const verb of isPerVerb(value) ? Object.keys(value) : ['GET']) level.filtersOf(verb);
    return [name, level] as const;
  });
  return { folder, levels: new Map(levels) };
}

/** Returns the folders that apply to a class, the innermost first. */
export function foldersOf(
  folders: readonly FolderLevels[],
  { prefix, segments }: { readonly prefix: string; readonly segments: readonly string[] },
): readonly FolderLevels[] {
  return folders
    .filter(({ folder }) => folder.prefix === prefix && isAtOrBelow(segments, folder.segments))
    .toSorted((a, b) => b.folder.segments.length - a.folder.segments.length);
}

function isAtOrBelow(segments: readonly string[], above: readonly string[]): boolean {
  return above.every((segment, index) => segments[index] === segment);
}
