import type { Diagnostic, SourceText } from '@writ/diagnostics';

/** Words that the project does not use, in lower case, each with what to write in its place. */
export type BannedWords = Readonly<Record<string, string>>;

/**
 * Each use of a banned word in a file: in names (a part of a camelCase name counts), comments, strings and prose.
 * @param file as the findings name it
 */
export function checkLanguage(file: string, source: SourceText, words: BannedWords): Diagnostic[] {
  const findings: Diagnostic[] = [];
  // A word of a name begins at a capital: `tellExit`, `exitTold`, `Twins`, `TOLD_ONCE`.
  for (const match of source.text.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/gu)) {
    const word = match[0].toLowerCase();
    if (!Object.hasOwn(words, word)) continue;
    findings.push({
      code: 'banned-word',
      severity: 'error',
      message: `"${word}" is not a word of this project`,
      hint: `write ${words[word]}`,
      file,
      range: source.rangeAt(match.index, match.index + word.length),
    });
  }
  return findings;
}
