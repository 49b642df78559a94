import type { Diagnostic } from '@writ/diagnostics';
import { escapePointer, placeOf, programOf, type Model, type Recognized } from '@writ/installer/internal';
import { isCredentials } from './credentials.ts';
import type { Item } from './item.ts';
import { finding } from './finding-codes.ts';

/** So many keys are named as a reason. */
const MOST = 6;

/** Which program a file was written for, and which keys show it. */
export function eraFinding(model: Model, recognized: Recognized, top: readonly Item[]): Diagnostic {
  const { era, version, signs } = recognized;
  const open = placeOf(model, '', 'open');
  if (signs.length === 0) {
    const message = 'no key of another era: the file has the present format and stays as it is';
    return finding('era', { ...open, message });
  }
  const speaking =
    era === undefined ? signs : signs.filter((sign) => sign.eras.includes(era) && sign.eras.length < 3);
  const others = era === undefined ? 0 : signs.filter((sign) => !sign.eras.includes(era)).length;
  const shown = (speaking.length === 0 ? signs : speaking).toSorted((a, b) => a.eras.length - b.eras.length);
  const keys = shown.slice(0, MOST).map(({ key }) => {
    const { file, range } = placeOf(model, `/${escapePointer(key)}`, 'key');
    return `"${key}" (${file === open.file ? '' : `${file} `}line ${range?.start.line})`;
  });
  const more = shown.length > MOST ? ` and ${shown.length - MOST} more` : '';
  const what = isCredentials(top) ? 'credentials' : 'a configuration';
  const whose = `${what} of ${programOf(recognized)}`;
  const says = version === undefined ? '' : `; the file itself names ${version}`;
  const mixed = others === 0 ? '' : `; ${others === 1 ? 'one key is' : `${others} keys are`} of other eras`;
  return finding('era', { ...open, message: `${whose}, told from ${keys.join(', ')}${more}${says}${mixed}` });
}
