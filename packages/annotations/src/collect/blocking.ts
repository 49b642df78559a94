import { privateMemberOf, type Blocking } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import { memberOf, recordOf, type NoteOf } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { classesOfMethod, resultOf } from './classes-of-method.ts';
import { exportsOf } from './exports.ts';
import type { Levels } from '../reading/method.ts';
import { classNameOf, nearest, type Method } from '../reading/method.ts';

/**
 * Where a worker thread finds the method. Only what the class itself says counts, of itself or of the method: the module
 * of a base class does not export it.
 */
export function blockingOf(
  method: Method,
  type: Class,
  scope: Levels,
  findings: Finding[],
): Blocking | undefined {
  const own = [memberOf(type, method.name)?.notes ?? [], recordOf(type).notes];
  const note = nearest(own, 'blocking');
  const name = classNameOf(type);
  if (note === undefined) {
    const inherited = nearest([...method.levels, ...scope], 'blocking');
    if (inherited === undefined) return undefined;
    findings.push({
      rule: 'not-in-a-thread',
      origin: inherited.origin,
      message: () =>
        `${method.label} is to run in a worker thread, but its module exports a base class of ${name}`,
      hint: () => `say it of ${name}: @Blocking(import.meta.url) in the module that exports it`,
    });
    return undefined;
  }
  if (type.length > 0 || typeof method.name === 'symbol') {
    const why = type.length > 0 ? `the constructor of ${name} takes arguments` : 'its name is a symbol';
    findings.push({
      rule: 'not-in-a-thread',
      origin: note.origin,
      message: () => `${method.label} cannot run in a worker thread: ${why}`,
      hint: () =>
        'a thread makes an object of its own by "new" without arguments, and calls a method by its name',
    });
    return undefined;
  }
  if (type.name !== '' && !exported(note, type.name)) {
    findings.push({
      rule: 'not-in-a-thread',
      origin: note.origin,
      message: () => `${method.label} cannot run in a worker thread: its module does not export ${name}`,
      hint: () =>
        `a thread finds the class by its name: write "export class ${name}"; a bundler leaves its module and the packages out, as external`,
    });
    return undefined;
  }
  const hidden = privateOfResult(type, method.name);
  if (hidden !== undefined) {
    findings.push({
      rule: 'not-in-a-thread',
      origin: note.origin,
      message: () =>
        `${method.label} cannot run in a worker thread: its result is ${hidden}, which no other thread sees`,
      hint: () => 'make the member public, or return plain data',
    });
    return undefined;
  }
  const classes = classesOfMethod(type, method.name);
  return { module: note.module, name: type.name, method: method.name, classes };
}

/** Such as `Money with #amount`. */
function privateOfResult(type: Class, name: string): string | undefined {
  const result = resultOf(type, name);
  if (result === undefined) return undefined;
  const member = privateMemberOf(result);
  return member === undefined ? undefined : `${result.name} with ${member}`;
}

/** By annotation: one on a class is asked about for each of its methods. */
const exportsKnown = new WeakMap<NoteOf<'blocking'>, ReturnType<typeof exportsOf>>();

function exported(note: NoteOf<'blocking'>, name: string): boolean {
  if (!exportsKnown.has(note)) exportsKnown.set(note, exportsOf(note.module));
  return exportsKnown.get(note)?.has(name) ?? true;
}
