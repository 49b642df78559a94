/** Splits a line into words like a shell, with quotes and backslashes but no expansion. */
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
