/** Splits a line into words as a shell does, with quotes and backslashes but without expansion. */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g)) {
    const plain = word.replaceAll(
      /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g,
      (_all, single?: string, double?: string, escaped?: string) =>
        single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? '',
    );
    words.push(plain);
  }
  return words;
}
