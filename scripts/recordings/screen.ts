/** Emulates the terminal features that `writ` uses: colours, bold and faint text, and overwritten lines. */

/** Consecutive characters with the same style. */
export interface Span {
  readonly text: string;
  /** Style such as `bold red`; empty for plain text. */
  readonly style: string;
}

/** The spans of a row, from left to right. */
export type Row = readonly Span[];

interface Cell {
  readonly character: string;
  readonly style: string;
}

const EMPTY_CELL: Cell = { character: ' ', style: '' };
const COLORS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
// oxlint-disable-next-line no-control-regex -- terminal escape sequences
const TOKEN = /\u001B\[([\d;]*)([A-Za-z])|\r|\n|[^\u0000-\u001F\u007F]/gu;

/**
 * A screen with a fixed number of columns and any number of rows. Its `write` throws an error for an unsupported escape
 * sequence or style.
 */
export class Screen {
  readonly #columns: number;
  readonly #rows: Cell[][] = [[]];
  #row = 0;
  #column = 0;
  #weight = '';
  #color = '';

  constructor(columns: number) {
    this.#columns = columns;
  }

  write(text: string): void {
    for (const [token, parameters = '', order] of text.matchAll(TOKEN)) {
      if (order !== undefined) this.#execute(order, parameters);
      else if (token === '\r') this.#column = 0;
      else if (token === '\n') this.#moveToRow(this.#row + 1);
      else this.#writeCharacter(token);
    }
  }

  /** Rows without trailing spaces, and without trailing empty rows. */
  get rows(): readonly Row[] {
    const rows = this.#rows.map((cells) => toSpans(cells));
    return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
  }

  #writeCharacter(character: string): void {
    if (this.#column === this.#columns) {
      this.#moveToRow(this.#row + 1);
      this.#column = 0;
    }
    const cells = this.#rows[this.#row]!;
    while (cells.length < this.#column) cells.push(EMPTY_CELL);
    cells[this.#column] = { character, style: [this.#weight, this.#color].filter(Boolean).join(' ') };
    this.#column += 1;
  }

  #moveToRow(row: number): void {
    this.#row = row;
    while (this.#rows.length <= row) this.#rows.push([]);
  }

  #execute(order: string, parameters: string): void {
    const numbers = parameters.split(';').map(Number);
    if (order === 'K' && numbers[0] === 0) this.#rows[this.#row]!.length = this.#column;
    else if (order === 'm') for (const number of numbers) this.#applyStyle(number);
    else throw new Error(`the screen does not support ESC [ ${parameters}${order}`);
  }

  #applyStyle(number: number): void {
    if (number === 0) this.#weight = this.#color = '';
    else if (number === 1) this.#weight = 'bold';
    else if (number === 2) this.#weight = 'faint';
    else if (number === 22) this.#weight = '';
    else if (number === 39) this.#color = '';
    else {
      const color = COLORS[number - 30];
      if (color === undefined) throw new Error(`the screen does not support the style ${number}`);
      this.#color = color;
    }
  }
}

function toSpans(cells: readonly Cell[]): Row {
  const end = cells.findLastIndex(({ character }) => character !== ' ') + 1;
  const spans: { text: string; style: string }[] = [];
  for (const { character, style } of cells.slice(0, end)) {
    const last = spans.at(-1);
    if (last?.style === style) last.text += character;
    else spans.push({ text: character, style });
  }
  return spans;
}
