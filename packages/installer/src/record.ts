import { byPlace, hasErrors, nearest, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { readDocument } from './config/document.ts';
import { escapePointer, type JsonNode, type ObjectNode } from './config/json/tree.ts';
import { refusal, type RefusalRule } from './refusal.ts';

/** What a value of a record must be. */
export type Shape =
  | { readonly kind: 'text'; readonly form?: TextForm }
  | { readonly kind: 'flag' }
  /** A whole number, zero or more. */
  | { readonly kind: 'number' }
  | { readonly kind: 'one-of'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'list'; readonly of: Shape }
  | RecordShape;

export interface TextForm {
  readonly pattern: RegExp;
  /** Such as `64 hexadecimal digits`. */
  readonly words: string;
}

export interface RecordShape {
  readonly kind: 'record';
  readonly fields: Readonly<Record<string, Shape>>;
  readonly optional: ReadonlySet<string>;
}

export const text: Shape = { kind: 'text' };
export const flag: Shape = { kind: 'flag' };
export const number: Shape = { kind: 'number' };
export const list = (of: Shape): Shape => ({ kind: 'list', of });
export const oneOf = (...values: (string | number)[]): Shape => ({ kind: 'one-of', values });
export const formed = (pattern: RegExp, words: string): Shape => ({ kind: 'text', form: { pattern, words } });

type Optional<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** Each field of the type `T` once, so that what is read back is what was written. */
export function record<T>(
  fields: { readonly [K in keyof Required<T>]: Shape },
  ...optional: (Optional<T> & string)[]
): RecordShape {
  return { kind: 'record', fields, optional: new Set(optional) };
}

/** How records of one kind are told about. */
export interface RecordKind {
  readonly shape: RecordShape;
  readonly rule: RefusalRule;
  /** Such as `what writ facts writes`. */
  readonly expected: string;
}

/** A record as it was read back. */
export interface ReadRecord {
  /** There when nothing is wrong with it. */
  readonly value?: unknown;
  readonly findings: readonly Diagnostic[];
  readonly source: SourceText;
  /** A finding at the place of a pointer. */
  readonly findAt: (pointer: string, message: string, expected: string) => Diagnostic;
}

/** Reads what Writ wrote, wherever it was written; each fault is told with its place. */
export function readRecord(file: string, input: string | Uint8Array, kind: RecordKind): ReadRecord {
  const {
    root,
    source,
    findings: read,
    isForeign,
  } = readDocument(file, input, {
    isExpected: (object) => otherKind(object, kind.shape) === undefined,
  });
  // Of a file that holds nothing of the kind, a configuration would be expected otherwise.
  const about = read.find(({ rule }) => rule === 'empty-file' || rule === 'not-an-object');
  const syntax = about === undefined || !isForeign ? read : [{ ...about, expected: kind.expected }];
  const findings = [...syntax];
  const places = new Map<string, JsonNode>();
  const tell = (
    node: JsonNode,
    pointer: string,
    message: string,
    expected: string,
    hint?: string,
  ): Diagnostic => {
    const end = node.kind === 'object' || node.kind === 'array' ? node.start + 1 : node.end;
    const more = hint === undefined ? {} : { hint };
    return {
      ...refusal(kind.rule, message, { pointer, expected, ...more }),
      file: source.name,
      range: source.rangeAt(node.start, end),
    };
  };
  const findAt = (pointer: string, message: string, expected: string): Diagnostic => {
    const node = places.get(pointer) ?? root;
    if (node === undefined) throw new Error('nothing was read');
    return tell(node, pointer, message, expected);
  };
  const other = isForeign && root !== undefined ? otherKind(root, kind.shape) : undefined;
  if (root !== undefined && other !== undefined) {
    // Of a file of another kind nothing is shown, not even how it is written.
    findings.splice(0, Infinity, tell(root, '', other.message, kind.expected, other.hint));
  } else if (root !== undefined && !hasErrors(syntax)) {
    judge(root, kind.shape, '', {
      expected: kind.expected,
      places,
      find: (...found) => void findings.push(tell(...found)),
    });
  }
  findings.sort(byPlace);
  const told = { findings, source, findAt };
  return root === undefined || hasErrors(findings) ? told : { ...told, value: valueOf(root) };
}

/** Said once, and not of every key: whoever mixed up two files knows it then. */
function otherKind(
  { members }: ObjectNode,
  { fields, optional }: RecordShape,
): { readonly message: string; readonly hint?: string } | undefined {
  const keys = new Set(members.map(({ key }) => key));
  const strange = [...keys].filter((key) => !Object.hasOwn(fields, key)).length;
  const whole = Object.keys(fields).every((key) => keys.has(key) || optional.has(key));
  if (whole || strange <= keys.size / 2) return undefined;
  const configuration = ['bootloader', 'kernels', 'mirror-region'].some((key) => keys.has(key));
  return {
    message: `this is another kind of file: ${strange} of its ${keys.size} keys do not belong into it`,
    ...(configuration ? { hint: 'it looks like a configuration, which is given without an option' } : {}),
  };
}

interface Judging {
  readonly expected: string;
  /** Of everything that was looked at. */
  readonly places: Map<string, JsonNode>;
  readonly find: (node: JsonNode, pointer: string, message: string, expected: string, hint?: string) => void;
}

function judge(node: JsonNode, shape: Shape, pointer: string, judging: Judging): void {
  const { find, places } = judging;
  const name = pointer === '' ? 'the record' : pointer;
  places.set(pointer, node);
  switch (shape.kind) {
    case 'text':
      if (node.kind !== 'string') find(node, pointer, `${name} is no text`, 'text');
      else if (shape.form?.pattern.test(String(node.value)) === false) {
        find(node, pointer, `${name} is not written as it should be`, shape.form.words);
      }
      break;
    case 'flag':
      if (node.kind !== 'boolean') find(node, pointer, `${name} is neither true nor false`, 'true or false');
      break;
    case 'number':
      if (node.kind !== 'number' || !isCount(node.value)) {
        find(node, pointer, `${name} is no count`, 'a whole number, zero or more');
      }
      break;
    case 'one-of':
      if (!('value' in node) || !(shape.values as readonly unknown[]).includes(node.value)) {
        find(node, pointer, `${name} is none of what it can be`, `one of ${shape.values.join(', ')}`);
      }
      break;
    case 'list':
      if (node.kind !== 'array') find(node, pointer, `${name} is no list`, 'a list');
      else node.items.forEach((item, index) => judge(item, shape.of, `${pointer}/${index}`, judging));
      break;
    case 'record':
      if (node.kind === 'object') judgeRecord(node, shape, pointer, judging);
      else find(node, pointer, `${name} is no object`, 'an object');
  }
}

function judgeRecord(
  node: ObjectNode,
  { fields, optional }: RecordShape,
  pointer: string,
  judging: Judging,
): void {
  const { find, expected } = judging;
  const there = new Set(node.members.map(({ key }) => key));
  for (const { key, value } of node.members) {
    const at = `${pointer}/${escapePointer(key)}`;
    const shape = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (shape !== undefined) judge(value, shape, at, judging);
    else {
      const meant = nearest(key, Object.keys(fields));
      const hint = meant === undefined ? undefined : `did you mean ${meant}?`;
      find(value, at, `${at} is no part of a record of this version`, expected, hint);
    }
  }
  const missing = Object.keys(fields).filter((key) => !there.has(key) && !optional.has(key));
  if (missing.length > 0) {
    const where = pointer === '' ? '' : ` in ${pointer}`;
    find(node, pointer, `${missing.join(', ')} missing${where}`, expected);
  }
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function valueOf(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(value)]));
    case 'array':
      return node.items.map(valueOf);
    default:
      return node.value;
  }
}
