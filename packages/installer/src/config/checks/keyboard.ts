import keymaps from '../../data/keymaps.json' with { type: 'json' };
import { displayValue } from '../secrets.ts';
import { suggest } from '../suggestion.ts';
import { suggestName } from './suggestion.ts';
import type { Check } from './check.ts';
import { ownValue } from '../own-value.ts';

/** Names of languages and of graphical keyboard layouts, each with the name of the corresponding console layout. */
const consoleNames: Readonly<Record<string, string>> = {
  english: 'us',
  'english (us)': 'us',
  german: 'de',
  french: 'fr',
  spanish: 'es',
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

export const checkKeyboard: Check = ({ config: { 'keyboard-language': layout }, finding }) => {
  if (layout === undefined || keymaps.includes(layout)) return [];
  const other = ownValue(consoleNames, layout.toLowerCase());
  return [
    finding('keyboard', '/keyboard-language', {
      message: `${displayValue(layout)} is not a console keyboard layout`,
      expected: 'a name that `localectl list-keymaps` shows, such as "us" or "de-latin1"',
      ...(other === undefined ? suggestName(layout, keymaps) : suggest(other)),
    }),
  ];
};
