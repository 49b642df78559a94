/** Reads labels like `rack=3`, separated by spaces or commas. Returns the first word that is not a label instead. */
export function readLabels(text: string): Readonly<Record<string, string>> | string {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const wrong = words.find((word) => word.indexOf('=') < 1);
  if (wrong !== undefined) return wrong;
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=');
      return [word.slice(0, at), word.slice(at + 1)];
    }),
  );
}

/** A pattern for fields with labels. */
export const LABEL_PATTERN: string = String.raw`[\s,]*(?:[^\s,=]+=[^\s,]*(?:[\s,]+|$))*`;
