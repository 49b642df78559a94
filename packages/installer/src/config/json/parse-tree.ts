import { defined } from '@writ/diagnostics/internal';
import {
  beginsNextItem,
  beginsUnopenedList,
  endsHere,
  goesOn,
  isStray,
  isUnclosed,
  missing,
  outdented,
  outside,
  unopened,
} from './brackets.ts';
import { bracketFaults, type Fault } from './faults.ts';
import { readColon, readKey, type Key } from './keys.ts';
import { createReader, type Open, type Reader } from './reader.ts';
import { readBare, unfilled } from './scalars.ts';
import { readString } from './strings.ts';
import { indentOf, lineEnd, type Token } from './tokens.ts';
import type { ArrayNode, JsonNode, Member, ObjectNode } from './tree.ts';

export interface ParsedTree {
  /** The object, as far as it could be read; undefined when the text is none. */
  readonly root?: ObjectNode;
  /** Values that belong to no key. */
  readonly discarded: readonly JsonNode[];
  /** In the order in which they were met. */
  readonly faults: readonly Fault[];
  /** Keys may have got into the wrong object: that one is absent or unknown is not said then. */
  readonly bracketsWrong: boolean;
  /** They may: not so when the only wrong brackets stand behind the whole object. */
  readonly keysMoved: boolean;
}

/**
 * Reads one strict JSON object and goes on after every fault as a reader would, so that each cause is found
 * once and what comes after it is still read. The text must not nest deeper than the stack allows.
 */
export function parseTree(text: string): ParsedTree {
  const first = parse(text, false);
  if (!first.faults.some(endsOpen)) return first;
  // The text ends before everything is closed: its indentation may tell where a bracket is missing.
  const second = parse(text, true);
  return second.faults.some(endsOpen) || second.faults.length > first.faults.length ? first : second;

  function endsOpen(fault: Fault): boolean {
    return fault.kind === 'missing-bracket' && fault.end >= text.trimEnd().length;
  }
}

function parse(text: string, byIndent: boolean): ParsedTree {
  const { reader, faults } = createReader(text, byIndent);
  const root = readRoot(reader);
  const bracketsWrong = faults.some(({ kind }) => bracketFaults.has(kind));
  const behind = (fault: Fault): boolean => fault.kind === 'extra-bracket' && fault.start >= (root?.end ?? 0);
  const keysMoved = faults.some((fault) => bracketFaults.has(fault.kind) && !behind(fault));
  const { discarded } = reader;
  return { ...defined({ root }), discarded, faults, bracketsWrong, keysMoved };
}

function readRoot(reader: Reader): ObjectNode | undefined {
  const { text, cursor, fault } = reader;
  const token = cursor.token();
  if (token.kind === 'end') {
    fault('empty-file', 0, 0);
    return undefined;
  }
  const keyFirst = token.kind === 'string' && cursor.peek().kind === ':';
  if (token.kind !== '{' && !keyFirst) {
    fault('not-an-object', token.start, token.end);
    return undefined;
  }
  if (keyFirst) fault('missing-bracket', token.start, token.start, { write: '{' });
  else cursor.advance();
  const { start, ...first } = readObject(reader, { start: token.start, closer: '}' });
  let { end, members } = first;
  while (cursor.token().kind === '{') {
    // Two objects in one file: their keys are meant to be one object's.
    const second = cursor.token();
    fault('second-object', second.start, second.end, { other: { start, end } });
    cursor.advance();
    const more = readObject(reader, { start: second.start, closer: '}' });
    members = [...members, ...more.members];
    end = more.end;
  }
  const after = cursor.token();
  if (after.kind === '}' || after.kind === ']')
    fault('extra-bracket', after.start, closers(reader), { other: { start, end } });
  const rest = cursor.token();
  if (rest.kind !== 'end') fault('text-after-object', rest.start, text.trimEnd().length);
  return { kind: 'object', start, end, members };
}

/** Steps over closing brackets and gives the end of the last. */
function closers({ cursor }: Reader): number {
  let { end } = cursor.token();
  for (let token = cursor.token(); token.kind === '}' || token.kind === ']'; token = cursor.token()) {
    ({ end } = token);
    cursor.advance();
  }
  return end;
}

function readValue(reader: Reader): JsonNode {
  const { cursor } = reader;
  const token = cursor.token();
  const { kind, start, end } = token;
  switch (kind) {
    case '{':
      if (unfilled.test(reader.text.slice(start, lineEnd(reader.text, start)))) return readBare(reader);
      cursor.advance();
      return readObject(reader, { start, closer: '}' });
    case '[':
      cursor.advance();
      return readArray(reader, { start, closer: ']' });
    case 'string':
      return readString(reader, 'value');
    case 'true':
    case 'false':
    case 'null': {
      const next = cursor.peek();
      if (next.start === end && next.kind === 'unknown') return readBare(reader);
      cursor.advance();
      if (kind === 'null') return { kind: 'null', start, end, value: null };
      return { kind: 'boolean', start, end, value: kind === 'true' };
    }
    default:
      return readBare(reader);
  }
}

/** From behind its opening bracket. */
function readObject(reader: Reader, open: Open): ObjectNode {
  const { cursor, fault } = reader;
  const members: Member[] = [];
  reader.open.push(open);
  let comma: Token | undefined;
  let separated = true;
  for (;;) {
    const token = cursor.token();
    if (token.kind === open.closer && !(reader.open.length === 1 && goesOn(reader, token))) {
      if (comma !== undefined) fault('trailing-comma', comma.start, comma.end);
      cursor.advance();
      return close(token.end);
    }
    if (token.kind === '}' || token.kind === ']') {
      if (endsHere(reader, open, token)) return close(reader.cursor.previousEnd());
      continue;
    }
    if (
      token.kind === 'end' ||
      outdented(reader, open, token) ||
      (members.length === 0 && isUnclosed(reader, open, token)) ||
      (comma !== undefined && beginsNextItem(reader, token))
    ) {
      return close(missing(reader, open, token, comma));
    }
    if (token.kind === ',') {
      if (separated) fault('extra-comma', token.start, token.end);
      else comma = token;
      separated = true;
      cursor.advance();
      continue;
    }
    if (token.kind === ':') {
      fault('unexpected-text', token.start, token.end);
      cursor.advance();
      if (startsValue(cursor.token())) reader.discarded.push(readValue(reader));
      continue;
    }
    if (!separated && isStray(reader, token)) {
      fault('unexpected-text', token.start, token.end);
      reader.discarded.push(readValue(reader));
      continue;
    }
    if (!separated && !fillComma(reader, token)) {
      separated = true;
      continue;
    }
    comma = undefined;
    separated = false;
    if (token.kind === '{' || token.kind === '[') {
      fault('value-without-key', token.start, token.end);
      reader.discarded.push(readValue(reader));
      continue;
    }
    if (open.column === undefined) {
      const column = indentOf(reader.text, token.start);
      if (column !== undefined) open.column = column;
    }
    const member = readMember(reader);
    if (member === undefined) continue;
    members.push(member);
    // A value that is missing takes its comma with it.
    separated = member.value.kind === 'invalid' && cursor.token().kind !== ',';
  }

  function close(end: number): ObjectNode {
    reader.open.pop();
    return { kind: 'object', start: open.start, end, members };
  }
}

function readMember(reader: Reader): Member | undefined {
  const { cursor, fault } = reader;
  const key = readKey(reader);
  if (key === undefined) return undefined;
  const keyRange = { start: key.start, end: key.end };
  const invalid: JsonNode = { kind: 'invalid', start: key.start, end: key.end, value: null };
  if (!readColon(reader, key)) return { key: key.key, keyRange, value: invalid };
  const token = cursor.token();
  const value = unopenedValue(reader, key, token);
  if (value !== undefined) return { key: key.key, keyRange, value };
  const nextKey =
    token.kind === 'string' && cursor.peek().kind === ':' && indentOf(reader.text, token.start) !== undefined;
  if (!startsValue(token) || nextKey) {
    const at = cursor.previousEnd();
    fault('missing-value', at, at, { other: keyRange });
    return { key: key.key, keyRange, value: invalid };
  }
  const read = readValue(reader);
  return { key: key.key, keyRange, value: withItsFollowers(reader, token, read) };
}

/** A list or an object whose closing bracket stands there, and whose opening one does not. */
function unopenedValue(reader: Reader, key: Key, token: Token): JsonNode | undefined {
  const { text, cursor, surplus } = reader;
  if (surplus[']'] > 0 && beginsUnopenedList(reader, token)) {
    return readArray(reader, { start: unopened(reader, token, ']'), closer: ']' });
  }
  const own = indentOf(text, key.start);
  const next = indentOf(text, token.start);
  const deeper = own !== undefined && next !== undefined && next > own;
  if (surplus['}'] <= 0 || token.kind !== 'string' || cursor.peek().kind !== ':' || !deeper) return undefined;
  return readObject(reader, { start: unopened(reader, token, '}'), closer: '}' });
}

/** An object behind which others follow up to the bracket of a list: the list's opening one is missing. */
function withItsFollowers(reader: Reader, token: Token, first: JsonNode): JsonNode {
  const { cursor, surplus } = reader;
  if (first.kind !== 'object' || surplus[']'] <= 0) return first;
  const { kind } = cursor.token();
  if (kind !== ']' && !(kind === ',' && cursor.peek().kind === '{')) return first;
  return readArray(reader, { start: unopened(reader, token, ']'), closer: ']' }, first);
}

/** From behind its opening bracket. */
function readArray(reader: Reader, open: Open, ...items: JsonNode[]): ArrayNode | ObjectNode {
  const { cursor, fault } = reader;
  reader.open.push(open);
  let comma: Token | undefined;
  let separated = items.length === 0;
  for (;;) {
    const token = cursor.token();
    if (token.kind === ']') {
      if (comma !== undefined) fault('trailing-comma', comma.start, comma.end);
      cursor.advance();
      return close(token.end);
    }
    if (token.kind === '}') {
      if (endsHere(reader, open, token)) return close(cursor.previousEnd());
      continue;
    }
    if (token.kind === 'end' || isUnclosed(reader, open, token)) return close(missing(reader, open, token));
    if (token.kind === ',') {
      if (separated) fault('extra-comma', token.start, token.end);
      else comma = token;
      separated = true;
      cursor.advance();
      continue;
    }
    if (token.kind === 'string' && cursor.peek().kind === ':') {
      if (reader.surplus[']'] < 0 || outside(reader, open, token)) {
        return close(missing(reader, open, token, comma));
      }
      if (reader.surplus['}'] > 0) {
        if (!separated) fillComma(reader, token);
        comma = undefined;
        separated = false;
        items.push(readObject(reader, { start: unopened(reader, token, '}'), closer: '}' }));
        continue;
      }
      if (items.length === 0) {
        // Pairs in square brackets: an object is meant.
        fault('wrong-bracket', open.start, open.start + 1, { write: '{' });
        reader.open.pop();
        return readObject(reader, open);
      }
    }
    if (token.kind === ':') {
      fault('unexpected-text', token.start, token.end);
      cursor.advance();
      separated = true;
      continue;
    }
    if (!separated && !fillComma(reader, token)) {
      separated = true;
      continue;
    }
    comma = undefined;
    separated = false;
    items.push(readValue(reader));
  }

  function close(end: number): ArrayNode {
    reader.open.pop();
    return { kind: 'array', start: open.start, end, items };
  }
}

function startsValue({ kind }: Token): boolean {
  return !['}', ']', ',', ':', 'end'].includes(kind);
}

/** Reports the comma that is missing before this token; false when the token stands for it and was taken. */
function fillComma({ cursor, fault }: Reader, token: Token): boolean {
  if (token.kind === 'unknown' && token.value.startsWith(';')) {
    fault('missing-comma', token.start, token.start + 1);
    cursor.seek(token.start + 1);
    return false;
  }
  const at = cursor.previousEnd();
  fault('missing-comma', at, at, { other: { start: token.start, end: token.end } });
  return true;
}
