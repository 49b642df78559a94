import { inspect } from 'node:util';
import type { OffsetRange, Position, Range } from './position.ts';

/** What stands in place of a secret: always eight, so that the length tells nothing. */
export const MASK = '••••••••';

/** A line as it may be shown: secrets masked, control characters replaced. */
export interface Excerpt {
  readonly text: string;
  /** The index in `text` at which the source column (from 1) is shown. */
  indexOf(column: number): number;
}

/** A text with a name, which knows lines, columns and what in it is secret. */
export class SourceText {
  static {
    const print = function print(this: SourceText): string {
      return `SourceText(${this.name})`;
    };
    Object.defineProperty(SourceText.prototype, inspect.custom, { value: print });
  }

  readonly name: string;
  readonly text: string;
  readonly #masks: readonly OffsetRange[];
  #lineStarts: readonly number[] | undefined;
  /** A file may be one long line with ten thousand findings in it: each line is prepared once. */
  readonly #excerpts: Map<number, Excerpt> = new Map();

  constructor(name: string, text: string, masks: readonly OffsetRange[] = []) {
    this.name = name;
    this.text = text;
    this.#masks = withoutOverlaps(masks);
  }

  /** A print of whatever holds a source must not show what only its excerpts mask. */
  toJSON(): { readonly name: string } {
    return { name: this.name };
  }

  /** The same text with other secrets, for when they are known only after parsing. */
  withMasks(masks: readonly OffsetRange[]): SourceText {
    return new SourceText(this.name, this.text, masks);
  }

  /** How many lines the text has; an empty text has one. */
  get lineCount(): number {
    return this.#findLineStarts().length;
  }

  /** Offsets outside the text are moved to its nearer end. */
  positionAt(offset: number): Position {
    const inside = Math.min(Math.max(offset, 0), this.text.length);
    const starts = this.#findLineStarts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= inside) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: inside - starts[low]! + 1, offset: inside };
  }

  /** The positions of two offsets. */
  rangeAt(start: number, end: number): Range {
    return { start: this.positionAt(start), end: this.positionAt(Math.max(start, end)) };
  }

  /** The offset of a line and column (both from 1), moved into the text when outside. */
  offsetAt(line: number, column: number): number {
    const starts = this.#findLineStarts();
    if (line < 1) return 0;
    const start = starts[line - 1];
    return start === undefined
      ? this.text.length
      : Math.min(start + Math.max(column - 1, 0), this.#lineEnd(line));
  }

  /** Line `line` (from 1) as it may be shown; undefined when there is no such line. */
  excerpt(line: number): Excerpt | undefined {
    const known = this.#excerpts.get(line);
    if (known !== undefined) return known;
    if (line < 1 || line > this.lineCount) return undefined;
    const indices: number[] = [];
    const text = this.#renderLine(line, indices);
    const excerpt: Excerpt = { text, indexOf: (column) => indices[column - 1] ?? text.length };
    this.#excerpts.set(line, excerpt);
    return excerpt;
  }

  /** The whole text as its excerpts show it, with `\n` as its line breaks. */
  get masked(): string {
    return Array.from({ length: this.lineCount }, (_, index) => this.#renderLine(index + 1)).join('\n');
  }

  /** @param indices gets for each column the index at which it is shown */
  #renderLine(line: number, indices?: number[]): string {
    const start = this.#findLineStarts()[line - 1]!;
    const end = this.#lineEnd(line);
    let text = '';
    let at = start;
    for (let next = this.#firstMaskAfter(start); next < this.#masks.length; next += 1) {
      const mask = this.#masks[next]!;
      if (mask.start >= end) break;
      for (; at < mask.start; at += 1) text = this.#appendUnit(at, text, indices);
      for (; at < Math.min(mask.end, end); at += 1) indices?.push(text.length);
      text += MASK;
    }
    for (; at < end; at += 1) text = this.#appendUnit(at, text, indices);
    return text;
  }

  /** The index of the first mask that ends after `offset`: searching all of them would take lines times masks. */
  #firstMaskAfter(offset: number): number {
    let low = 0;
    let high = this.#masks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#masks[middle]!.end <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #appendUnit(at: number, text: string, indices?: number[]): string {
    indices?.push(text.length);
    return text + printableUnit(this.text.charCodeAt(at));
  }

  #lineEnd(line: number): number {
    const next = this.#findLineStarts()[line];
    if (next === undefined) return this.text.length;
    const crlf = this.text.charCodeAt(next - 1) === 10 && this.text.charCodeAt(next - 2) === 13;
    return next - (crlf ? 2 : 1);
  }

  #findLineStarts(): readonly number[] {
    if (this.#lineStarts !== undefined) return this.#lineStarts;
    const starts = [0];
    for (const ending of this.text.matchAll(/\r\n|\n|\r/g)) starts.push(ending.index + ending[0].length);
    this.#lineStarts = starts;
    return starts;
  }
}

/** In order of their places, with each offset in the first of the masks that hold it. */
function withoutOverlaps(masks: readonly OffsetRange[]): OffsetRange[] {
  let covered = 0;
  return masks
    .toSorted((a, b) => a.start - b.start)
    .flatMap((mask) => {
      const { start, end } = mask;
      if (end <= covered) return [];
      const rest = start < covered ? { start: covered, end } : mask;
      covered = end;
      return [rest];
    });
}

/** Characters that act on a reader's terminal or change the order of what is read; line breaks and tabs apart. */
const steeringCharacter = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
const steeringCharacters = new RegExp(steeringCharacter, 'gu');

/** One unit stays one unit. A line is shown without its break. */
function printableUnit(unit: number): string {
  const character = String.fromCharCode(unit);
  return unit === 10 || steeringCharacter.test(character) ? '\uFFFD' : character;
}

/**
 * The same for a whole text that goes to a terminal, such as a message that quotes the input. By one replacement: a
 * loop over the units of a long text that was joined of pieces takes minutes when V8 joins it again for each of them.
 */
export function printable(text: string): string {
  return text.replaceAll(steeringCharacters, '\uFFFD');
}
