import { isDeepStrictEqual } from 'node:util';
import type { Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import {
  type At,
  givesOrders,
  isSecretKey,
  type JsonObject,
  type JsonValue,
  type Model,
  nameOf,
  placeOf,
  pointerKeys,
  shown,
} from '@writ/installer/internal';
import type { Item } from './item.ts';
import type { Losses } from './losses.ts';
import { finding, type RuleName } from './finding-codes.ts';

/** One conversion under way: what was read, what is written, and what is said about it. */
export interface Job {
  /** The keys of the outermost object, in the order of the text. */
  readonly top: readonly Item[];
  readonly get: (key: string) => Item | undefined;
  /** Whether an outermost key shows that the file is of another era. */
  readonly isSign: (key: string) => boolean;
  /** The file of credentials, when one is given. */
  readonly credentials?: string;
  readonly output: JsonObject;
  readonly findings: Diagnostic[];
  /** Whether something was decided about this place, or about one around it. */
  readonly isSettled: (pointer: string) => boolean;
  /** Whether something was said about this place alone. */
  readonly isTouched: (pointer: string) => boolean;
  /** Nothing is left to say about this place and what is in it. */
  readonly settle: (item: Item) => void;
  /** Writes a value that keeps its key and needs no words. */
  readonly carry: (item: Item, path?: readonly string[]) => void;
  readonly put: (path: readonly string[], value: JsonValue) => void;
  /** Whether the output says something other than null there. */
  readonly has: (path: readonly string[]) => boolean;
  readonly say: (rule: RuleName, item: Item, words: Words) => void;
  /** Records that what an item orders about disks, encryption or credentials has no place here. */
  readonly lose: (item: Item, why: Loss) => void;
}

export interface Loss extends Pick<Words, 'hint' | 'part'> {
  readonly reason: string;
}

export interface Words {
  readonly message: string;
  readonly hint?: string;
  readonly at?: At;
  /** What is in it is spoken of on its own. */
  readonly part?: true;
}

export interface JobInput {
  readonly model: Model;
  readonly top: readonly Item[];
  readonly credentials?: string;
  readonly losses: Losses;
  /** Outermost keys that show that the file is of another era. */
  readonly signs: ReadonlySet<string>;
}

export function createJob({ model, top, credentials, losses, signs }: JobInput): Job {
  const settled = new Set<string>();
  const touched = new Set<string>();
  const findings: Diagnostic[] = [];
  const output = Object.create(null) as JsonObject;
  const byKey = new Map(top.map((item) => [item.key, item]));
  const made = (rule: RuleName, item: Item, { at = 'key', part, ...words }: Words): Diagnostic => {
    (part === true ? touched : settled).add(item.pointer);
    return finding(rule, { ...placeOf(model, item.pointer, at), ...words });
  };
  const say: Job['say'] = (rule, item, words) => void findings.push(made(rule, item, words));
  const lose: Job['lose'] = (item, { reason, hint, ...part }) => {
    const { pointer } = item;
    const name = nameOf(pointer);
    if (losses.add(pointer)) {
      const words = {
        message: `${name} is left out, as accepted: ${reason}`,
        ...defined({ hint }),
        ...part,
      };
      findings.push({ ...made('order-lost', item, words), severity: 'warning' });
      return;
    }
    const way = `to convert without it: ${losses.optionFor(pointer)}`;
    say('order-lost', item, {
      message: `${name} would be lost: ${reason}`,
      hint: hint === undefined ? way : `${hint}; ${way}`,
      ...part,
    });
  };
  const put = (path: readonly string[], value: JsonValue): void => {
    if (isBlocked(output, path)) return;
    const instead = byKey.get(path[0]!);
    if (instead !== undefined && output[instead.key] === null && value !== null)
      say('needless', instead, { message: `${nameOf(instead.pointer)}: null says nothing` });
    let object = output;
    for (const key of path.slice(0, -1)) {
      if (!isObject(object[key])) object[key] = Object.create(null) as JsonObject;
      object = object[key] as JsonObject;
    }
    object[path.at(-1)!] = value;
  };
  return {
    top,
    get: (key) => byKey.get(key),
    isSign: (key) => signs.has(key),
    ...defined({ credentials }),
    output,
    findings,
    isSettled: (pointer) => {
      for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
        if (settled.has(at)) return true;
      }
      return false;
    },
    isTouched: (pointer) => touched.has(pointer),
    settle: ({ pointer }) => void settled.add(pointer),
    carry: (item, path = [item.key]) => {
      settled.add(item.pointer);
      put(path, item.value());
    },
    put,
    has: (path) => {
      const value = valueAt(output, path);
      return isBlocked(output, path) || (value !== undefined && value !== null);
    },
    say,
    lose,
  };
}

/**
 * Writes a value under another key and says so. What stands there already stays: a key that keeps its name says what
 * it said.
 */
export function move(
  job: Job,
  item: Item,
  path: readonly string[],
  { value = item.value(), hint }: { value?: JsonValue; hint?: string } = {},
): void {
  const name = nameOf(item.pointer);
  const to = path.join('.');
  if (item.kind === 'null') {
    nothing(job, item);
    return;
  }
  if (job.has(path)) {
    if (isDeepStrictEqual(plain(valueAt(job.output, path)), plain(value)))
      job.say('converted', item, { message: `${name} says what ${to} says` });
    else leaveOut(job, item, `${to} says something else`, 'remove one of the two');
    return;
  }
  job.put(path, value);
  const secret = [...pointerKeys(item.pointer), ...path].some(isSecretKey);
  const changed = item.text !== undefined && item.text !== value && !secret;
  job.say('converted', item, {
    message: changed
      ? `${name}: ${shown(item.text)} is ${to}: ${shown(value)} here`
      : `${name} is ${to} here`,
    ...defined({ hint }),
  });
}

/** Leaves out what this format cannot say: an order that is lost, or no more than a warning. */
export function leaveOut(
  job: Job,
  item: Item,
  reason: string,
  hint?: string,
  part: Pick<Words, 'part'> = {},
): void {
  if (saysNothing(item)) {
    nothing(job, item);
    return;
  }
  const more = { ...defined({ hint }), ...part };
  if (givesOrders(pointerKeys(item.pointer)[0]!)) job.lose(item, { reason, ...more });
  else job.say('no-equal', item, { message: `${nameOf(item.pointer)} is left out: ${reason}`, ...more });
}

/** Leaves out what says nothing about the installed system. */
export function drop(job: Job, item: Item, reason: string): void {
  job.say('needless', item, { message: `${nameOf(item.pointer)} is left out: ${reason}` });
}

function nothing(job: Job, item: Item): void {
  drop(job, item, item.kind === 'null' ? 'null says nothing' : 'it is empty');
}

/** Null, an empty text, and lists and objects that hold nothing else. */
export function saysNothing(item: Item): boolean {
  if (item.kind === 'object' || item.kind === 'array') return item.inner.every(saysNothing);
  return item.kind === 'null' || item.text === '';
}

/** Whether a value that is kept, and no object, stands where an object would have to. */
function isBlocked(output: JsonObject, path: readonly string[]): boolean {
  return path.slice(1).some((_key, index) => {
    const outer = valueAt(output, path.slice(0, index + 1));
    return outer !== undefined && outer !== null && !isObject(outer);
  });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueAt(object: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null');
}
