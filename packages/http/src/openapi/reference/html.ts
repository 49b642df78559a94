/** A piece of a page. Only this is put into another as it stands; every text is escaped. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type HtmlPiece = string | number | Html | undefined | readonly HtmlPiece[];

/** Text in a template is escaped, so that nothing of a document becomes markup. */
export function html(strings: TemplateStringsArray, ...pieces: readonly HtmlPiece[]): Html {
  return new Html(strings.map((text, index) => text + printPiece(pieces[index])).join(''));
}

function printPiece(piece: HtmlPiece): string {
  if (piece === undefined) return '';
  if (piece instanceof Html) return piece.source;
  if (typeof piece === 'object') return piece.map(printPiece).join('');
  return String(piece).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
