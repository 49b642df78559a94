import { bracketFaults, type Fault, type FaultKind } from './faults.ts';
import { readTokens, type Cursor } from './tokens.ts';
import type { JsonNode } from './tree.ts';

/** More are not told. */
const MOST_FAULTS = 100;

/** A container that is being read. */
export interface Open {
  readonly start: number;
  readonly closer: '}' | ']';
  /** Where the keys of an object stand in their lines, once one has begun a line. */
  column?: number;
}

/** What all parts of the parser share while they read one text. */
export interface Reader {
  readonly text: string;
  readonly cursor: Cursor;
  /** Outer before inner. */
  readonly open: Open[];
  /** How many more closing than opening brackets the text holds, without those for which one was found missing. */
  readonly surplus: { '}': number; ']': number };
  /** Keys that stand as far left as an outer object's end the inner one: for a text that ends too early. */
  readonly byIndent: boolean;
  /** Values that belong to no key. */
  readonly discarded: JsonNode[];
  fault(kind: FaultKind, start: number, end: number, more?: Pick<Fault, 'write' | 'other' | 'count'>): void;
}

export function createReader(text: string, byIndent: boolean): { reader: Reader; faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const known = new Set<string>();
  const fault: Reader['fault'] = (kind, start, end, more = {}) => {
    // Looking ahead reads a comment more than once; a bracket and the comma behind it are one omission.
    const place = `${kind} ${start}`;
    if (known.has(place) || (kind === 'missing-comma' && known.has(`bracket ${start}`))) return;
    if (faults.length === MOST_FAULTS) {
      // What cannot be read is not worth reading to its end: this is no configuration.
      faults.push({ kind: 'too-many-faults', start, end: start });
      cursor.stop();
    }
    if (faults.length > MOST_FAULTS) return;
    known.add(place);
    if (bracketFaults.has(kind)) known.add(`bracket ${end}`);
    faults.push({ kind, start, end, ...more });
  };
  const surplus = countBrackets(text);
  const cursor = readTokens(text, (kind, { start, end }) => fault(kind, start, end));
  return { reader: { text, cursor, open: [], surplus, byIndent, discarded: [], fault }, faults };
}

function countBrackets(text: string): { '}': number; ']': number } {
  const surplus = { '}': 0, ']': 0 };
  const cursor = readTokens(text, () => {});
  for (let { kind } = cursor.token(); kind !== 'end'; cursor.advance(), { kind } = cursor.token()) {
    if (kind === '{') surplus['}'] -= 1;
    else if (kind === '[') surplus[']'] -= 1;
    else if (kind === '}' || kind === ']') surplus[kind] += 1;
  }
  return surplus;
}
