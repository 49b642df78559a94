import { inspect } from 'node:util';
import type { OffsetRange, Position, Range } from './position.ts';

/** Replacement for a secret, always eight characters long, so that it does not reveal the length of the secret. */
export const MASK = '••••••••';

/** A line that is safe to print: secrets masked, control characters replaced. */
export interface Excerpt {
  readonly text: string;
  /** Returns the index in `text` at which a source column (from 1) is displayed. */
  indexOf(column: number): number;
}

/** The text of a file and its name. Converts offsets to lines and columns, and masks secrets. */
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
  /** Excerpts by line number. Each is created once: a file may be one long line with ten thousand findings. */
  readonly #excerpts: Map<number, Excerpt> = new Map();

  constructor(name: string, text: string, masks: readonly OffsetRange[] = []) {
    this.name = name;
    this.text = text;
    this.#masks = withoutOverlaps(masks);
  }

  /** Omits the text, which is not masked: an object that contains a source may be printed. */
  toJSON(): { readonly name: string } {
    return { name: this.name };
  }

  /** Returns the same text with other masks, for secrets that are only found by parsing the text. */
  withMasks(masks: readonly OffsetRange[]): SourceText {
    return new SourceText(this.name, this.text, masks);
  }

  /** Number of lines; an empty text has one line. */
  get lineCount(): number {
    return this.#findLineStarts().length;
  }

  /** Returns the position of an offset, clamped to the text. */
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

  /** Returns the range between two offsets. The range never ends before it starts. */
  rangeAt(start: number, end: number): Range {
    return { start: this.positionAt(start), end: this.positionAt(Math.max(start, end)) };
  }

  /** Returns the offset of a line and column (both from 1), clamped to the text. */
  offsetAt(line: number, column: number): number {
    const starts = this.#findLineStarts();
    if (line < 1) return 0;
    const start = starts[line - 1];
    return start === undefined
      ? this.text.length
      : Math.min(start + Math.max(column - 1, 0), this.#lineEnd(line));
  }

  /** Returns line `line` (from 1), safe to print; undefined when there is no such line. */
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

  /** The whole text with secrets masked and control characters replaced; line breaks are `\n`. */
  get masked(): string {
    return Array.from({ length: this.lineCount }, (_, index) => this.#renderLine(index + 1)).join('\n');
  }

  /** @param indices receives the index in the result for each column */
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

  /**
   * Returns the index of the first mask that ends after `offset`. Uses binary search, because a scan of all masks for
   * every line would be slow.
   */
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

/** Sorts masks and cuts overlaps: each offset is in at most one mask. */
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

/**
 * Characters that control a terminal, change the direction of text or separate lines, and the byte order mark; not line
 * feeds and tabs.
 */
const steeringCharacter = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
const steeringCharacters = new RegExp(steeringCharacter, 'gu');

/** Converts a UTF-16 unit to a printable character, which is also a single unit, so that columns do not change. */
function printableUnit(unit: number): string {
  const character = String.fromCharCode(unit);
  return unit === 10 || steeringCharacter.test(character) ? '\uFFFD' : character;
}

/**
 * Replaces the characters that control a terminal, change the direction of text or separate lines, except line feeds
 * and tabs, in strings such as messages that quote the input. Uses a single `replaceAll`
 * (printable.cost.test): a loop over the units of a long concatenated string takes minutes, because
 * V8 flattens the string again for each unit.
 */
export function printable(text: string): string {
  return text.replaceAll(steeringCharacters, '\uFFFD');
}
