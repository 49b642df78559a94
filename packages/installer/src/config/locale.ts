import locales from '../data/locales.json' with { type: 'json' };

export type LocaleResult =
  | { readonly name: string }
  | {
      readonly name?: undefined;
      readonly wrong: 'language' | 'encoding';
      /** The languages of all known locales. */
      readonly languages: readonly string[];
      /** The encodings of the given language. */
      readonly encodings: readonly string[];
    };

/** A language with its encodings. */
export interface KnownLocale {
  /** A value of `sys-language`, such as `de_DE` or `de_DE@euro`. */
  readonly language: string;
  /** Values of `sys-encoding`. */
  readonly encodings: readonly string[];
}

const known = locales.map((line) => {
  const [name = '', charset = ''] = line.split(' ');
  const [, stem = '', mark = ''] = /^([^.@]*)(?:\.[^@]*)?(@.*)?$/.exec(name) ?? [];
  return { stem, mark, charset };
});

/** Lists all known languages with their encodings. */
export function listLocales(): KnownLocale[] {
  const byLanguage = Map.groupBy(known, ({ stem, mark }) => stem + mark);
  return [...byLanguage].map(([language, entries]) => ({
    language,
    encodings: [...new Set(entries.map(({ charset }) => charset))],
  }));
}

/**
 * Finds the locale of a language and an encoding. The language may include the encoding (`de_DE.UTF-8`).
 *
 * @returns the locale name for LANG and locale.gen, always with its encoding; for an unknown locale, which
 * value is wrong, and the known values
 */
export function findLocale(language = 'en_US', encoding?: string): LocaleResult {
  const [, base = '', own, modifier = ''] = /^([^.@]*)(?:\.([^@]*))?(@.*)?$/.exec(language) ?? [];
  const wanted = normalizeEncoding(own ?? encoding ?? 'UTF-8');
  const ofLanguage = known.filter(({ stem, mark }) => stem === base && mark === modifier);
  const found = ofLanguage.find(({ charset }) => normalizeEncoding(charset) === wanted);
  if (found !== undefined) return { name: `${base}.${found.charset}${modifier}` };
  return {
    wrong: ofLanguage.length === 0 ? 'language' : 'encoding',
    languages: [...new Set(known.map(({ stem, mark }) => stem + mark))],
    encodings: [...new Set(ofLanguage.map(({ charset }) => charset))],
  };
}

/** Normalizes an encoding, so that `utf8`, `UTF-8` and `utf-8` are equal. */
function normalizeEncoding(encoding: string): string {
  return encoding.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
