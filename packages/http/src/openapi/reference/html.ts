/** A piece of a page. Only this is put into another as it stands; every text is escaped. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Piece = string | number | Html | undefined | readonly Piece[];

/** Text in a template is escaped, so that nothing of a document becomes markup. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(strings.map((text, index) => text + print(pieces[index])).join(''));
}

function print(piece: Piece): string {
  if (piece === undefined) return '';
  if (piece instanceof Html) return piece.source;
  if (typeof piece === 'object') return piece.map(print).join('');
  return String(piece).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
