import type { Diagnostic, SourceText } from '@writ/diagnostics';

/** Language that the project does not use, with replacements. */
export interface Banned {
  /** Words in lower case. They are found even as part of a camelCase name. */
  readonly words: Readonly<Record<string, string>>;
  /** Regular expressions for phrases within one line. */
  readonly phrases: Readonly<Record<string, string>>;
  /** Regular expressions for words that must not begin a comment. */
  readonly openings: Readonly<Record<string, string>>;
  /** Names of other programs that contain banned words. */
  readonly allowed: readonly string[];
}

/**
 * Finds each use of banned language in a file's names, comments, strings and prose.
 * @param file the name of the file in findings
 */
export function checkLanguage(file: string, source: SourceText, banned: Banned): Diagnostic[] {
  return [
    ...findWords(file, source, banned),
    ...findPhrases(file, source, banned.phrases),
    ...findOpenings(file, source, banned.openings),
  ];
}

function findWords(file: string, source: SourceText, { words, allowed }: Banned): Diagnostic[] {
  const findings: Diagnostic[] = [];
  // The replacement has the same length, so positions do not change.
  const text = allowed.reduce((rest, name) => rest.replaceAll(name, '-'.repeat(name.length)), source.text);
  // Words within names begin with a capital letter, and constants consist of capitals: see check.test.
  for (const match of text.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/gu)) {
    const word = match[0].toLowerCase();
    if (!Object.hasOwn(words, word)) continue;
    findings.push(findingAt(file, source, match.index, match[0], words[word]!));
  }
  return findings;
}

function findPhrases(file: string, source: SourceText, phrases: Banned['phrases']): Diagnostic[] {
  return Object.entries(phrases).flatMap(([pattern, hint]) =>
    [...source.text.matchAll(new RegExp(pattern, 'giu'))].map(({ index, 0: phrase }) =>
      findingAt(file, source, index, phrase, hint),
    ),
  );
}

function findOpenings(file: string, source: SourceText, openings: Banned['openings']): Diagnostic[] {
  if (!/\.(?:[cm]?ts|js|css)$/.test(file)) return [];
  return Object.entries(openings).flatMap(([pattern, hint]) => {
    // Of consecutive line comments, only the first one is checked, because a sentence may span lines.
    const opening = new RegExp(
      `(?<=/\\*\\*?\\s(?:\\s*\\*\\s)?|(?<!^\\s*//.*\\n)^\\s*// |\\S[^\\n]* // )${pattern}\\b`,
      'gmu',
    );
    return [...source.text.matchAll(opening)].map(({ index, 0: word }) =>
      findingAt(file, source, index, word, hint),
    );
  });
}

function findingAt(file: string, source: SourceText, index: number, found: string, hint: string): Diagnostic {
  return {
    code: 'banned-language',
    severity: 'error',
    message: `"${found}" is not used in this project`,
    hint: `write ${hint}`,
    file,
    range: source.rangeAt(index, index + found.length),
  };
}
