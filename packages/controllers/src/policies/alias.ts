import { isValidSegment } from '../naming/path-names.ts';
import { isVerb } from '../naming/verbs.ts';
import { isPerVerb } from './policies.ts';

/** An additional name of a class, which replaces the last segment of its path. */
export interface Alias {
  readonly name: string;
  /** The verb to which the name applies; undefined for all verbs. */
  readonly verb?: string;
  /** Whether the documentation marks the routes as deprecated. */
  readonly deprecated: boolean;
}

/**
 * Reads `static alias`: `['old-name']`, `{ names: ['old-name'], deprecated: true }`, or one of these for each verb. Unlike
 * policies, it is not inherited, because a name belongs to one class.
 */
export function readAliases(
  type: Function,
  verbs: readonly string[],
  report: (message: string) => void,
): readonly Alias[] {
  const value: unknown = Object.getOwnPropertyDescriptor(type, 'alias')?.value;
  if (value === undefined) return [];
  const entries: readonly (readonly [string | undefined, unknown])[] = isPerVerb(value)
    ? Object.entries(value)
    : [[undefined, value]];
  return entries.flatMap(([verb, given]) => {
    const problem = describeVerb(verb, verbs);
    const names = readNames(given);
    if (problem !== undefined) report(problem);
    else if (names === undefined) report(`${describe(given)} is not a list of names, such as ['old-name']`);
    const invalid = names?.names.find((name) => !isValidSegment(name));
    if (invalid !== undefined) report(`${JSON.stringify(invalid)} is not a single path segment`);
    if (problem !== undefined || names === undefined || invalid !== undefined) return [];
    return names.names.map((name) => ({ ...names, name, ...(verb !== undefined && { verb }) }));
  });
}

function describeVerb(verb: string | undefined, verbs: readonly string[]): string | undefined {
  if (verb === undefined || verbs.includes(verb)) return undefined;
  return isVerb(verb) ? `the class has no handler ${verb}` : `${verb} is not an HTTP method`;
}

function readNames(
  value: unknown,
): { readonly names: readonly string[]; readonly deprecated: boolean } | undefined {
  if (isNames(value)) return { names: value, deprecated: false };
  if (typeof value !== 'object' || value === null) return undefined;
  const { names, deprecated = false, ...others } = value as Record<string, unknown>;
  if (!isNames(names) || typeof deprecated !== 'boolean' || Object.keys(others).length > 0) return undefined;
  return { names, deprecated };
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
}

function describe(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
