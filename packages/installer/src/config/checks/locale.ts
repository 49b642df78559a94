import { phrase } from '@writ/diagnostics';
import { term } from '../../terms.ts';
import { findLocale } from '../locale.ts';
import { displayValue } from '../secrets.ts';
import { suggestName } from './suggestion.ts';
import type { Check } from './check.ts';

/** Checks language and encoding, which have an effect only with `--advanced`. */
export const checkLocale: Check = ({ config, advanced, hasValue, finding }) => {
  const keys = (['sys-language', 'sys-encoding'] as const).filter((key) => hasValue(`/${key}`));
  if (!advanced) {
    return keys.map((key) =>
      finding(
        'no-effect',
        `/${key}`,
        {
          message: phrase`${key} has no effect without ${term('advanced')}`,
          hint: 'the system uses en_US.UTF-8',
        },
        'key',
      ),
    );
  }
  if (keys.some((key) => config[key] === undefined)) return [];
  const { 'sys-language': language, 'sys-encoding': encoding } = config;
  const found = findLocale(language, encoding);
  if (found.name !== undefined) return [];
  const pointer = found.wrong === 'encoding' ? '/sys-encoding' : '/sys-language';
  return [
    finding('locale', pointer, {
      message:
        found.wrong === 'encoding'
          ? `the language ${displayValue(language ?? 'en_US')} has no locale with the encoding ${displayValue(encoding)}`
          : `${displayValue(language)} is not a supported language`,
      expected:
        found.wrong === 'encoding' ? found.encodings.join(', ') : 'a language such as "en_US" or "de_DE"',
      ...(found.wrong === 'encoding' ? {} : suggestName(language ?? '', found.languages)),
    }),
  ];
};
