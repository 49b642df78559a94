/** An option or a step in a text, which each front end names in its own words. */
export interface Term {
  /** Name of the term, such as `mirror`. */
  readonly term: string;
  /** The wording for the command line, such as `--mirror`. */
  readonly text: string;
  /** The value that is part of the wording. */
  readonly value?: string | number;
}

/** A text that contains terms. */
export type Phrase = readonly (string | Term)[];

/** A text, with or without terms. */
export type Wording = string | Phrase;

/** Texts that contain terms, keyed by the name of the member that holds the command-line wording of the same text. */
export type Phrases<Name extends string> = { readonly [N in Name]?: Phrase };

/** Template tag that creates a text with terms: the values may be terms, texts and numbers. */
export function phrase(
  strings: TemplateStringsArray,
  ...values: readonly (Wording | Term | number)[]
): Phrase {
  return strings.flatMap((text, index) => {
    const value = values[index] ?? '';
    const parts = typeof value === 'number' ? [String(value)] : isPhrase(value) ? value : [value];
    return [text, ...parts].filter((part) => part !== '');
  });
}

/** Joins texts with a separator, preserving their terms. */
export function joinWordings(wordings: readonly Wording[], separator: string): Phrase {
  return wordings.flatMap((wording, index) => [
    ...(index === 0 ? [] : [separator]),
    ...(isPhrase(wording) ? wording : [wording]),
  ]);
}

/** Returns the text with each term replaced by its command-line wording, or by the result of `wordsOf`. */
export function textOf(wording: Wording, wordsOf = ({ text }: Term): string => text): string {
  if (!isPhrase(wording)) return wording;
  return wording.map((part) => (typeof part === 'string' ? part : wordsOf(part))).join('');
}

/**
 * Returns the texts that contain terms as the member `phrases`; returns an empty object if there are none.
 *
 * @param transform applied to the parts that are not terms
 */
export function phrasesOf<Name extends string>(
  wordings: { readonly [N in Name]?: Wording | undefined },
  transform = (text: string): string => text,
): { readonly phrases?: Phrases<Name> } {
  const phrases: { [N in Name]?: Phrase } = {};
  for (const name in wordings) {
    const wording = wordings[name];
    if (wording === undefined || !isPhrase(wording)) continue;
    if (wording.some((part) => typeof part !== 'string'))
      phrases[name] = wording.map((part) => (typeof part === 'string' ? transform(part) : part));
  }
  return Object.keys(phrases).length === 0 ? {} : { phrases };
}

function isPhrase(wording: Wording | Term): wording is Phrase {
  return Array.isArray(wording);
}
