import { compareByLocation, hasErrors, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { readDocument } from '../config/document.ts';
import { toValue } from '../config/json/node-value.ts';
import type { JsonNode, ObjectNode } from '../config/json/tree.ts';
import { walk } from '../config/pointers.ts';
import { refusal, type RefusalRule } from '../finding-codes.ts';
import { findMismatches, type ShapeMismatch } from './mismatches.ts';
import type { RecordShape } from './shape.ts';

/** A kind of record: its shape, and settings for findings about it. */
export interface RecordKind<T> {
  readonly shape: RecordShape<T>;
  readonly rule: RefusalRule;
  /** Description of the record, such as `the output of writ facts`. */
  readonly expected: string;
}

/** The result of reading a record. */
export interface ReadRecord<T> {
  /** Present if no finding has severity `error`. */
  readonly value?: T;
  readonly findings: readonly Diagnostic[];
  readonly source: SourceText;
  /**
   * Creates a finding at the location of a pointer, or at the record if it does not contain the pointer. Throws
   * if the input contains no object.
   */
  readonly findingAt: (pointer: string, message: string, expected: string) => Diagnostic;
}

/** Reads a record that Writ has written. Every finding has a location. */
export function readRecord<T>(
  file: string,
  input: string | Uint8Array,
  { shape, rule, expected }: RecordKind<T>,
): ReadRecord<T> {
  const isExpected = (object: ObjectNode): boolean => detectOtherKind(object, shape) === undefined;
  const { root, source, findings: read, isForeign } = readDocument(file, input, { isExpected });
  // Otherwise, the findings about an empty or unrelated file would say that a configuration is expected.
  const about = read.find((found) => found.rule === 'empty-file' || found.rule === 'not-an-object');
  const syntax = about === undefined || !isForeign ? read : [{ ...about, expected }];
  const findingAtNode = (node: JsonNode, { pointer, message, hint, ...fault }: ShapeMismatch): Diagnostic => {
    const end = node.kind === 'object' || node.kind === 'array' ? node.start + 1 : node.end;
    return {
      ...refusal(rule, message, { pointer, expected: fault.expected ?? expected, ...defined({ hint }) }),
      file: source.name,
      range: source.rangeAt(node.start, end),
    };
  };
  const findingAt = (pointer: string, message: string, wanted: string): Diagnostic => {
    if (root === undefined) throw new Error('the input has no object');
    return findingAtNode(indexByPointer(root).get(pointer) ?? root, { pointer, message, expected: wanted });
  };
  const rest = { source, findingAt };
  if (root === undefined) return { ...rest, findings: syntax.toSorted(compareByLocation) };
  const other = isForeign ? detectOtherKind(root, shape) : undefined;
  // Do not quote a file of another kind, because it may contain secrets.
  if (other !== undefined) return { ...rest, findings: [findingAtNode(root, { pointer: '', ...other })] };
  if (hasErrors(syntax)) return { ...rest, findings: syntax.toSorted(compareByLocation) };
  const value = toValue(root);
  const faults = findMismatches(value, shape);
  if (faults.length === 0)
    return { ...rest, findings: syntax.toSorted(compareByLocation), value: value as T };
  const places = indexByPointer(root);
  const found = faults.map((fault) => findingAtNode(places.get(fault.pointer)!, fault));
  return { ...rest, findings: [...syntax, ...found].toSorted(compareByLocation) };
}

/** Detects a file of another kind, which is reported in one finding instead of one finding for each key. */
function detectOtherKind(
  { members }: ObjectNode,
  { fields, optional }: RecordShape,
): Pick<ShapeMismatch, 'message' | 'hint'> | undefined {
  const keys = new Set(members.map(({ key }) => key));
  const strange = [...keys].filter((key) => !Object.hasOwn(fields, key)).length;
  const whole = Object.keys(fields).every((key) => keys.has(key) || optional.has(key));
  if (whole || strange <= keys.size / 2) return undefined;
  const configuration = ['bootloader', 'kernels', 'mirror-region'].some((key) => keys.has(key));
  return {
    message: `this is a different kind of file: ${strange} of its ${keys.size} keys are unknown`,
    ...(configuration ? { hint: 'it looks like a configuration, which is passed without an option' } : {}),
  };
}

function indexByPointer(root: JsonNode): ReadonlyMap<string, JsonNode> {
  return new Map([...walk(root)].map(({ pointer, node }) => [pointer, node]));
}
