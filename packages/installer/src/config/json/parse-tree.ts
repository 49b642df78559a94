import type { OffsetRange } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { closeUnclosed, isUnclosed, readCloser, findUnopenedValue } from './brackets.ts';
import { bracketFaultKinds, type Fault } from './faults.ts';
import { Reader, type Closer, type Container } from './reader.ts';
import { readString } from './strings.ts';
import { indentOf, lineEnd, type Token } from './tokens.ts';
import type { JsonNode, Member, ObjectNode } from './tree.ts';
import { placeholder, readUnquoted, readUnquotedKey } from './unquoted.ts';

export interface ParsedTree {
  /** The object, parsed as far as possible; absent if the file contains none. */
  readonly root?: ObjectNode;
  /** Values without a key. */
  readonly discarded: readonly JsonNode[];
  /** Faults in the order in which they were found. */
  readonly faults: readonly Fault[];
  /**
   * Whether a bracket is missing, superfluous or wrong, or there are too many faults. Missing and unknown keys are
   * then not reported.
   */
  readonly bracketsWrong: boolean;
  /** Whether keys may be in the wrong object; false if only brackets after the root object are wrong. */
  readonly keysMoved: boolean;
}

/**
 * Parses a strict JSON object and recovers from every fault as a human reader would: each cause is reported
 * once, and the remainder is still parsed. The caller limits the nesting depth.
 */
export function parseTree(text: string): ParsedTree {
  const first = parseWith(text, false);
  if (!first.faults.some(isAtEnd)) return first;
  // Handles a file that ends before all brackets are closed. Its indentation may reveal the position of a
  // missing bracket.
  const second = parseWith(text, true);
  return second.faults.some(isAtEnd) || second.faults.length > first.faults.length ? first : second;

  function isAtEnd({ kind, end }: Fault): boolean {
    return kind === 'missing-bracket' && end >= text.trimEnd().length;
  }
}

function parseWith(text: string, byIndent: boolean): ParsedTree {
  const reader = new Reader(text, byIndent);
  const root = readRoot(reader);
  const { faults, discarded } = reader;
  const wrong = faults.filter(({ kind }) => bracketFaultKinds.has(kind));
  const keysMoved = wrong.some(({ kind, start }) => kind !== 'extra-bracket' || start < (root?.end ?? 0));
  return { ...defined({ root }), discarded, faults, bracketsWrong: wrong.length > 0, keysMoved };
}

function readRoot(reader: Reader): ObjectNode | undefined {
  const first = reader.token();
  const { start } = first;
  if (first.kind === '{') {
    reader.seek(first.end);
  } else if (reader.isKey()) {
    reader.addFault('missing-bracket', start, { write: '{' });
  } else {
    if (first.kind === 'end') reader.addFault('empty-file', 0);
    else reader.addFault('not-an-object', first);
    return undefined;
  }
  const root = createContainer('}', start);
  const { members } = root;
  let { end } = readContainer(reader, root);
  for (let second = reader.token(); second.kind === '{'; second = reader.token()) {
    // Two objects in one file are merged.
    reader.addFault('second-object', second, { other: { start, end } });
    reader.seek(second.end);
    ({ end } = readContainer(reader, { ...createContainer('}', second.start), members }));
  }
  const after = reader.token();
  if (isCloser(after)) {
    for (let closer: Token = after; isCloser(closer); closer = reader.token()) reader.seek(closer.end);
    reader.addFault('extra-bracket', { start: after.start, end: reader.position }, { other: { start, end } });
  }
  const rest = reader.token();
  if (rest.kind !== 'end')
    reader.addFault('text-after-object', { start: rest.start, end: reader.text.trimEnd().length });
  return { kind: 'object', start, end, members };
}

function readValue(reader: Reader): JsonNode {
  const { kind, start, end } = reader.token();
  if (kind === 'string') return readString(reader, 'value');
  const isPlaceholder = reader.text.startsWith('{{', start) && placeholder.test(reader.line());
  if (isPlaceholder || (kind !== '{' && kind !== '[')) return readUnquoted(reader);
  reader.seek(end);
  return readContainer(reader, createContainer(kind === '{' ? '}' : ']', start));
}

function createContainer(closer: Closer, start: number, items: JsonNode[] = []): Container {
  return { kind: closer === '}' ? 'object' : 'array', closer, start, members: [], items };
}

/** Reads a container without an opening bracket; `items` contains list items that were already read. */
function readUnopened(reader: Reader, closer: Closer, start: number, ...items: JsonNode[]): JsonNode {
  reader.surplus[closer] -= 1;
  reader.addFault('missing-bracket', start, { write: closer === ']' ? '[' : '{' });
  return readContainer(reader, createContainer(closer, start, items));
}

/** Reads a container, starting after its opening bracket. */
function readContainer(reader: Reader, open: Container): JsonNode {
  reader.open.push(open);
  const end = readEntries(reader, open);
  reader.open.pop();
  const { kind, start, members, items } = open;
  return kind === 'object' ? { kind, start, end, members } : { kind, start, end, items };
}

/** Reads the entries of a container and returns its end. */
function readEntries(reader: Reader, open: Container): number {
  let comma: Token | undefined;
  let separated = open.items.length === 0;
  for (;;) {
    const token = reader.token();
    if (isCloser(token)) {
      const end = readCloser(reader, open, token, comma);
      if (end !== undefined) return end;
      continue;
    }
    if (isUnclosed(reader, open, comma)) return closeUnclosed(reader, open, comma);
    if (token.kind === ',') {
      if (separated) reader.addFault('extra-comma', token);
      else if (token.value === ';') reader.addFault('missing-comma', token);
      else comma = token;
      separated = true;
      reader.seek(token.end);
      continue;
    }
    if (open.kind === 'array' && open.items.length === 0 && reader.surplus['}'] <= 0 && reader.isKey()) {
      reader.addFault('wrong-bracket', { start: open.start, end: open.start + 1 }, { write: '{' });
      open.kind = 'object';
    }
    const isObject = open.kind === 'object';
    if (token.kind === ':' || (isObject && !separated && isStray(reader))) {
      reader.addFault('unexpected-text', token);
      if (token.kind === ':') reader.seek(token.end);
      if (!isObject) separated = true;
      else if (startsValue(reader.token())) reader.discarded.push(readValue(reader));
      continue;
    }
    if (!separated) reader.addFault('missing-comma', reader.position, { other: token });
    comma = undefined;
    separated = false;
    if (!isObject) {
      const isMember = reader.surplus['}'] > 0 && reader.isKey();
      open.items.push(isMember ? readUnopened(reader, '}', token.start) : readValue(reader));
    } else if (token.kind === '{' || token.kind === '[') {
      reader.addFault('value-without-key', token);
      reader.discarded.push(readValue(reader));
    } else {
      open.column ??= indentOf(reader.text, token.start);
      const member = readMember(reader);
      if (member === undefined) continue;
      open.members.push(member);
      // If the value is missing, a missing comma is not reported as a second fault.
      separated = member.value.kind === 'invalid' && reader.token().kind !== ',';
    }
  }
}

function readMember(reader: Reader): Member | undefined {
  const isString = reader.token().kind === 'string';
  const key = isString ? readString(reader, 'key') : readUnquotedKey(reader);
  if (key === undefined) return undefined;
  const keyRange = { start: key.start, end: key.end };
  const value = readColon(reader, keyRange) ? readMemberValue(reader, keyRange) : undefined;
  return { key: String(key.value), keyRange, value: value ?? { kind: 'invalid', ...keyRange, value: null } };
}

/** Reads the colon after a key; returns false if there is neither a colon nor a value. */
function readColon(reader: Reader, key: OffsetRange): boolean {
  const { text } = reader;
  const token = reader.token();
  if (token.kind === ':') {
    reader.seek(token.end);
    return true;
  }
  const after = text.slice(key.end, lineEnd(text, key.end));
  const [through, sign, stray = ''] = /^\s*(?:(=>?|->|;(?!\s*:))|([^:"{}[\]]{1,20}):)/.exec(after) ?? [];
  if (through !== undefined) {
    const found = sign ?? stray.trimEnd();
    const start = key.end + through.indexOf(found);
    const kind = sign === undefined ? 'unexpected-text' : 'missing-colon';
    reader.addFault(kind, { start, end: start + found.length });
    reader.seek(key.end + through.length);
    return true;
  }
  const sameLine = token.start <= key.end + after.length;
  const opens = token.kind === '{' || token.kind === '[';
  if ((opens || (sameLine && startsValue(token))) && !reader.isKey()) {
    reader.addFault('missing-colon', key.end);
    return true;
  }
  reader.addFault('missing-value', key);
  return false;
}

/** Reads the value of a key; returns undefined if it is missing. */
function readMemberValue(reader: Reader, key: OffsetRange): JsonNode | undefined {
  const token = reader.token();
  const closer = findUnopenedValue(reader, key);
  if (closer !== undefined) return readUnopened(reader, closer, token.start);
  const isNextKey = reader.isKey() && indentOf(reader.text, token.start) !== undefined;
  if (isNextKey || !startsValue(token)) {
    reader.addFault('missing-value', reader.position, { other: key });
    return undefined;
  }
  const value = readValue(reader);
  if (value.kind !== 'object' || reader.surplus[']'] <= 0) return value;
  // The value is the first of several objects in a list without an opening bracket.
  const { kind } = reader.token();
  const isItem = kind === ']' || (kind === ',' && reader.peek().kind === '{');
  return isItem ? readUnopened(reader, ']', token.start, value) : value;
}

function isCloser(token: Token): token is Token & { kind: Closer } {
  return token.kind === '}' || token.kind === ']';
}

function startsValue(token: Token): boolean {
  return !isCloser(token) && token.kind !== ',' && token.kind !== ':' && token.kind !== 'end';
}

/**
 * Whether the next token is a complete string before a comma or a closing brace, and not at the start of a line. If it
 * follows a value, the fault is not a missing comma.
 */
function isStray(reader: Reader): boolean {
  const { kind, quotes, start } = reader.token();
  const next = reader.peek().kind;
  const isString = kind === 'string' && quotes === undefined;
  return isString && (next === ',' || next === '}') && indentOf(reader.text, start) === undefined;
}
