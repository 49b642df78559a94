import { byPlace, hasErrors, nearest, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { readDocument } from '../config/document.ts';
import { escapePointer, type JsonNode, type ObjectNode } from '../config/json/tree.ts';
import { refusal } from '../refusal.ts';
import type { Facts } from './facts.ts';
import { factsShape, type RecordShape, type Shape } from './shape.ts';

/** A record of a machine as it was read back. */
export interface ParsedFacts {
  /** There when nothing is wrong with it. */
  readonly facts?: Facts;
  readonly findings: readonly Diagnostic[];
  readonly source: SourceText;
}

/** Reads what `writ facts` wrote, wherever it was written; each fault is told with its place. */
export function parseFacts(file: string, text: string | Uint8Array): ParsedFacts {
  const { root, source, findings: syntax } = readDocument(file, text);
  const findings = [...syntax];
  const find = (node: JsonNode, pointer: string, message: string, expected: string, hint?: string): void => {
    const end = node.kind === 'object' || node.kind === 'array' ? node.start + 1 : node.end;
    const more = hint === undefined ? {} : { hint };
    findings.push({
      ...refusal('facts-unusable', message, { pointer, expected, ...more }),
      file: source.name,
      range: source.rangeAt(node.start, end),
    });
  };
  if (root !== undefined && !hasErrors(syntax)) judge(root, factsShape, '', find);
  findings.sort(byPlace);
  if (root === undefined || hasErrors(findings)) return { findings, source };
  return { findings, source, facts: valueOf(root) as Facts };
}

type Find = (node: JsonNode, pointer: string, message: string, expected: string, hint?: string) => void;

function judge(node: JsonNode, shape: Shape, pointer: string, find: Find): void {
  const name = pointer === '' ? 'the record' : pointer;
  switch (shape.kind) {
    case 'text':
      if (node.kind !== 'string') find(node, pointer, `${name} is no text`, 'text');
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
      else node.items.forEach((item, index) => judge(item, shape.of, `${pointer}/${index}`, find));
      break;
    case 'record':
      if (node.kind === 'object') judgeRecord(node, shape, pointer, find);
      else find(node, pointer, `${name} is no object`, 'an object');
  }
}

function judgeRecord(node: ObjectNode, { fields, optional }: RecordShape, pointer: string, find: Find): void {
  const there = new Set(node.members.map(({ key }) => key));
  for (const { key, value } of node.members) {
    const at = `${pointer}/${escapePointer(key)}`;
    const shape = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (shape !== undefined) judge(value, shape, at, find);
    else {
      const meant = nearest(key, Object.keys(fields));
      const hint = meant === undefined ? undefined : `did you mean ${meant}?`;
      find(value, at, `${at} is no part of a record of this version`, 'what writ facts writes', hint);
    }
  }
  const missing = Object.keys(fields).filter((key) => !there.has(key) && !optional.has(key));
  if (missing.length > 0) {
    const where = pointer === '' ? '' : ` in ${pointer}`;
    find(node, pointer, `${missing.join(', ')} missing${where}`, 'what writ facts writes');
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
