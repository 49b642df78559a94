/** A text that is HTML already. {@link markup} makes it, and escapes every other. */
export class Markup {
  readonly #html: string;

  constructor(html: string) {
    this.#html = html;
  }

  toString(): string {
    return this.#html;
  }
}

type Value = string | number | Markup | readonly Markup[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A tag for templates: what is put into it is text, unless it is markup itself. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(escaped)));
}

function escaped(value: Value): string {
  if (value instanceof Markup) return String(value);
  if (typeof value === 'object') return value.join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
