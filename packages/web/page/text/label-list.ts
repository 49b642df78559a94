/** A value in quotes, in which quotes are doubled, or a value without special characters. */
const VALUE = String.raw`(?:"(?:[^"]|"")*"|[^\s,"]*)`;
const LABEL = new RegExp(String.raw`^([^\s,="]+)=(${VALUE})$`);
/** The text between separators; a quote without its counterpart extends to the end of the text. */
const WORD = /(?:"[^"]*(?:"|$)|[^\s,"])+/g;

/**
 * Reads labels like `rack=3`, separated by spaces or commas. Values may be in quotes, like `room="A, 1st floor"`.
 * Returns the first word that is not a label instead.
 */
export function readLabels(text: string): Readonly<Record<string, string>> | string {
  const labels: [name: string, value: string][] = [];
  for (const word of text.match(WORD) ?? []) {
    const [, name, value] = LABEL.exec(word) ?? [];
    if (name === undefined || value === undefined) return word;
    labels.push([name, value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value]);
  }
  return Object.fromEntries(labels);
}

/**
 * Returns labels as `name=value`, in a form that `readLabels` can read. Values that could be mistaken for further labels
 * are in quotes.
 */
export function printLabels(labels: Readonly<Record<string, string>>): string[] {
  return Object.entries(labels).map(([name, value]) => {
    const isSpecial = /[\s,="]/.test(value);
    return `${name}=${isSpecial ? `"${value.replaceAll('"', '""')}"` : value}`;
  });
}

/** A pattern for fields with labels. */
export const LABEL_PATTERN: string = String.raw`[\s,]*(?:[^\s,="]+=${VALUE}(?:[\s,]+|$))*`;
