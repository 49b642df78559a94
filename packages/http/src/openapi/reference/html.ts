/** A piece of HTML. Instances are inserted unchanged, whereas strings are escaped. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type HtmlPiece = string | number | Html | undefined | readonly HtmlPiece[];

/**
 * Creates HTML from a tagged template and escapes the inserted strings, so that the content of a document cannot become
 * markup.
 */
export function html(strings: TemplateStringsArray, ...pieces: readonly HtmlPiece[]): Html {
  return new Html(strings.map((text, index) => text + printPiece(pieces[index])).join(''));
}

function printPiece(piece: HtmlPiece): string {
  if (piece === undefined) return '';
  if (piece instanceof Html) return piece.source;
  if (typeof piece === 'object') return piece.map(printPiece).join('');
  return String(piece).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
