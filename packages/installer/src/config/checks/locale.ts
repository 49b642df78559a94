import { findLocale } from '../locale.ts';
import { shown } from '../secrets.ts';
import { close } from './suggestion.ts';
import type { Rule } from './rule.ts';

/** Language and encoding are read with `--advanced` only. */
export const locale: Rule = ({ config, advanced, has, find }) => {
  const keys = (['sys-language', 'sys-encoding'] as const).filter((key) => has(`/${key}`));
  if (!advanced) {
    return keys.map((key) =>
      find(
        'no-effect',
        `/${key}`,
        { message: `${key} has no effect without --advanced`, hint: 'the language is en_US.UTF-8' },
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
    find('locale', pointer, {
      message:
        found.wrong === 'encoding'
          ? `there is no locale ${shown(language ?? 'en_US')} in ${shown(encoding)}`
          : `${shown(language)} is no language of the system`,
      expected: found.wrong === 'encoding' ? found.encodings.join(', ') : 'such as "en_US" or "de_DE"',
      ...(found.wrong === 'encoding' ? {} : close(language ?? '', found.languages)),
    }),
  ];
};
