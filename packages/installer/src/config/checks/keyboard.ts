import keymaps from '../../data/keymaps.json' with { type: 'json' };
import { shown } from '../secrets.ts';
import { close } from './suggestion.ts';
import type { Rule } from './rule.ts';
import { ownValue } from '../own-value.ts';

/** Names that the graphical layouts have, and the console does not. */
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

export const keyboard: Rule = ({ config: { 'keyboard-language': layout }, find }) => {
  if (layout === undefined || keymaps.includes(layout)) return [];
  const other = ownValue(consoleNames, layout.toLowerCase());
  return [
    find('keyboard', '/keyboard-language', {
      message: `${shown(layout)} is no keyboard layout of the console`,
      expected: 'a name that `localectl list-keymaps` shows, such as "us" or "de-latin1"',
      ...(other === undefined ? close(layout, keymaps) : { hint: `did you mean ${JSON.stringify(other)}?` }),
    }),
  ];
};
