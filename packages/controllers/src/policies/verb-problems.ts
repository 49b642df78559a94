import { nearest } from '@writ/diagnostics';
import { ANY, isVerb, SOCKET } from '../naming/verbs.ts';
import type { ByVerb } from './policies.ts';

/** Describes the first problem of a per-verb policy; undefined if there is none. `verbs` are the verbs of the class. */
export function describeVerbProblem(value: ByVerb, verbs: readonly string[]): string | undefined {
  const given = Object.keys(value);
  const unknown = given.find((verb) => !isVerb(verb));
  if (unknown !== undefined) {
    const suggestion = nearest(unknown, verbs);
    return `${unknown} is not an HTTP method${suggestion === undefined ? '' : `: did you mean ${suggestion}?`}`;
  }
  const empty = given.find((verb) => value[verb] === undefined);
  if (empty !== undefined) return `the value of ${empty} is undefined`;
  return describeShadowedVerb(value, verbs);
}

/**
 * Describes a value that has no effect because `ANY` handles its verb, such as a guard for POST alone, which would
 * never run.
 */
export function describeShadowedVerb(value: ByVerb, verbs: readonly string[]): string | undefined {
  if (!verbs.includes(ANY)) return undefined;
  const ignored = Object.keys(value).find((verb) => !isAnswered(verbs, verb));
  if (ignored === undefined) return undefined;
  return `the value of ${ignored} has no effect because ANY handles ${ignored}: set it for ANY, or declare ${ignored}`;
}

/** Whether a handler other than `ANY`, or the kernel, answers the method. */
export function isAnswered(verbs: readonly string[], verb: string): boolean {
  return verbs.includes(verb) || (verb === 'HEAD' && verbs.includes('GET')) || verb === 'OPTIONS';
}

/**
 * Returns the verbs that a guard seems to cover but does not: `ANY` seems to cover all verbs, and GET seems to cover
 * HEAD and the handshakes of `SOCKET`, which are GET requests.
 */
export function seeminglyGuarded(value: ByVerb, verbs: readonly string[]): readonly string[] {
  return verbs.filter(
    (verb) =>
      value[verb] === undefined &&
      (value[ANY] !== undefined || ((verb === 'HEAD' || verb === SOCKET) && value['GET'] !== undefined)),
  );
}
