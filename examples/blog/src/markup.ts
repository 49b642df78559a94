/** A string of HTML, created by {@link markup}, which escapes all other values. */
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

/** A template tag for HTML, which escapes values that are not markup. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(escapeValue)));
}

function escapeValue(value: Value): string {
  if (value instanceof Markup) return String(value);
  if (typeof value === 'object') return value.join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
