import { nearest } from '@writ/diagnostics';
import keymaps from '../../data/keymaps.json' with { type: 'json' };
import timezones from '../../data/timezones.json' with { type: 'json' };
import { findLocale } from '../locale.ts';
import { shown } from '../secrets.ts';
import { placeholderHint } from './placeholder.ts';
import type { Rule } from './rule.ts';

/** What `find` looks for, in any case of letters, or the nearest; else what to say of a placeholder. */
function close(text: string, known: readonly string[]): { hint?: string } {
  const same = known.find((name) => name.toLowerCase() === text.trim().toLowerCase().replaceAll(' ', '_'));
  const wanted = same ?? nearest(text, known);
  return wanted === undefined || placeholderHint(text).hint !== undefined
    ? placeholderHint(text)
    : { hint: `did you mean ${JSON.stringify(wanted)}?` };
}

export const timezone: Rule = ({ config: { timezone: zone }, find }) => {
  if (zone === undefined || timezones.includes(zone)) return [];
  // Often only the city is given.
  const city = timezones.find((name) =>
    name.toLowerCase().endsWith(`/${zone.toLowerCase().replaceAll(' ', '_')}`),
  );
  return [
    find('timezone', '/timezone', {
      message: `${shown(zone)} is no time zone`,
      expected: 'a name of the tz database, such as "Europe/Berlin" or "UTC"',
      ...(city === undefined ? close(zone, timezones) : { hint: `did you mean ${JSON.stringify(city)}?` }),
    }),
  ];
};

/** Names that the graphical layouts have, and the console does not. */
const consoleNames: Readonly<Record<string, string>> = {
  jp: 'jp106',
  gb: 'uk',
  se: 'sv-latin1',
  ch: 'de_CH-latin1',
  br: 'br-abnt2',
  at: 'de',
  is: 'is-latin1',
  latam: 'la-latin1',
  tr: 'trq',
  dvorak_programmer: 'dvorak-programmer',
};

export const keyboard: Rule = ({ config: { 'keyboard-language': layout }, find }) => {
  if (layout === undefined || keymaps.includes(layout)) return [];
  const other = consoleNames[layout.toLowerCase()];
  return [
    find('keyboard', '/keyboard-language', {
      message: `${shown(layout)} is no keyboard layout of the console`,
      expected: 'a name that `localectl list-keymaps` shows, such as "us" or "de-latin1"',
      ...(other === undefined ? close(layout, keymaps) : { hint: `did you mean ${JSON.stringify(other)}?` }),
    }),
  ];
};

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
