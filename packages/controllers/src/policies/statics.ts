import type { Filter } from '@writ/http';
import type { ControllerClass } from '../controller.ts';
import { POLICY_NAMES } from './policy-filters.ts';
import type { FolderLevels, PolicyFolder } from './policy-folder.ts';
import { attempt, createLevel, type PolicyLevel } from './policy-level.ts';
import { isPerVerb, type ByVerb, type Policies, type PolicyProblem, type ReportPolicy } from './policies.ts';
import { describeShadowedVerb, describeVerbProblem, isAnswered, seeminglyGuarded } from './verb-problems.ts';

/** A class, with the enclosing classes and folders that also set policies for it. */
export interface PolicyScope {
  readonly type: ControllerClass;
  /** Enclosing classes, innermost first. Their policies apply unless the class has the same policy. */
  readonly enclosing?: readonly ControllerClass[] | undefined;
  /** The folders that apply to the class, innermost first. */
  readonly folders?: readonly FolderLevels[];
}

/** Filters of a handler, with the folder that sets them; without a folder, a class sets them. */
export interface SetFilters {
  readonly filters: readonly Filter[];
  readonly folder?: PolicyFolder;
}

/**
 * Policies for which the values of the class and of all its folders apply: all their filters run, and each limit can be
 * set at a different level.
 */
const COMBINED: ReadonlySet<keyof Policies> = new Set(['limits', 'use']);

/**
 * Returns a function that creates the filters of a verb, in the order in which they run; `verbs` are the verbs that the
 * class handles. The levels of a policy are the class, its enclosing classes and the folders, from the innermost to the
 * outermost. For each policy and verb, the narrowest level that sets a value applies. `use` and `limits` of all folders
 * apply, the widest first, and after them those of the class or, if it has none, of the innermost enclosing class that
 * has them. The value undefined removes the values of wider levels.
 */
export function createPolicies(
  { type, enclosing = [], folders = [] }: PolicyScope,
  verbs: readonly string[],
  report: ReportPolicy,
  reportFolder: (folder: PolicyFolder, problem: PolicyProblem) => void = () => {},
): (verb: string) => readonly SetFilters[] {
  const scopes = [type, ...enclosing];
  if (folders.length === 0 && !scopes.some(hasPolicy)) return () => NONE;
  const policies = POLICY_NAMES.map((name) => {
    const [scope, ...wider] = scopes.filter((each) => name in each);
    const outer = folders.flatMap(({ levels }) => levels.get(name) ?? []);
    if (scope === undefined) return { name, scope, own: undefined, levels: outer };
    // A getter may throw.
    const levelOf = (each: ControllerClass, to: ReportPolicy): PolicyLevel =>
      createLevel(
        name,
        attempt<unknown>(name, to, () => Reflect.get(each, name), undefined),
        to,
      );
    const own = levelOf(scope, report);
    // Problems of the wider classes are reported for these classes.
    const enclosed = COMBINED.has(name) ? [] : wider.map((each) => levelOf(each, () => {}));
    return { name, scope, own, levels: [own, ...enclosed, ...outer] };
  });
  for (const { name, scope, own, levels } of policies) {
    const unguarded = (among: readonly string[]): readonly string[] =>
      name === 'auth' ? among.filter((verb) => selectLevels(name, levels, verb).length === 0) : [];
    for (const level of levels) {
      const { value, folder } = level;
      if (!isPerVerb(value)) continue;
      if (folder !== undefined) {
        const message = describeShadowedVerb(value, verbs);
        if (message !== undefined) reportFolder(folder, { rule: 'policy', name, message });
        else {
          const open = unguarded(seeminglyGuarded(value, verbs));
          reportUnguarded(value, open, (problem) => reportFolder(folder, problem), 'it');
        }
        continue;
      }
      if (level !== own) continue;
      const message = describeVerbProblem(value, verbs);
      if (message !== undefined) report({ rule: 'policy', name, message });
      else if (scope !== type) reportUnguarded(value, unguarded(verbs), report, 'the enclosing class');
      else if (Object.hasOwn(type, name)) {
        reportUnused(name, value, verbs, report);
        reportUnguarded(value, unguarded(seeminglyGuarded(value, verbs)), report, 'it');
      }
    }
  }
  return (verb) =>
    policies.flatMap(({ name, levels }) =>
      selectLevels(name, levels, verb).map(({ filtersOf, folder }) => ({
        filters: filtersOf(verb) ?? [],
        ...(folder && { folder }),
      })),
    );
}

const NONE: readonly never[] = [];

/** Whether a class has or inherits any policy. */
function hasPolicy(type: ControllerClass): boolean {
  return POLICY_NAMES.some((name) => name in type);
}

/** Returns the levels whose values apply to a verb, the widest first. `levels` begins with the narrowest. */
function selectLevels(
  name: keyof Policies,
  levels: readonly PolicyLevel[],
  verb: string,
): readonly PolicyLevel[] {
  const removed = levels.findIndex(({ value }) => value === undefined);
  const set = (removed === -1 ? levels : levels.slice(0, removed)).filter(
    ({ value }) => !isPerVerb(value) || value[verb] !== undefined,
  );
  return COMBINED.has(name) ? set.toReversed() : set.slice(0, 1);
}

/** Reports verbs that a guard for other verbs leaves public. */
function reportUnguarded(
  value: ByVerb,
  open: readonly string[],
  report: ReportPolicy,
  subject: string,
): void {
  if (open.length === 0) return;
  const message = `${subject} guards only ${Object.keys(value).join(', ')}, leaving ${open.join(', ')} public`;
  report({ rule: 'policy-unused', name: 'auth', message });
}

function reportUnused(
  name: keyof Policies,
  value: ByVerb,
  verbs: readonly string[],
  report: ReportPolicy,
): void {
  for (const verb of Object.keys(value)) {
    if (isAnswered(verbs, verb)) continue;
    report({
      rule: 'policy-unused',
      name,
      message: `it has a value for ${verb}, which the class does not handle`,
    });
  }
}
