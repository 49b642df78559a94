import type { Diagnostic } from '@writ/diagnostics';
import { finding, type RuleName } from './finding-codes.ts';
import { eraKey } from './eras.ts';
import { escapePointer } from './json/tree.ts';
import { holdsOnlyCredentials } from './credentials-file.ts';
import { placeOf, type Model } from './model.ts';
import { programOf, recognize } from './recognize-era.ts';

/**
 * One warning for all keys of other programs, and an error for those of them that gave orders: to install without
 * them would be to install something else.
 *
 * @param config the configuration's file, for the command that converts it
 */
export function eraFindings(model: Model, keys: readonly string[], config: string): Diagnostic[] {
  if (keys.length === 0) return [];
  // As writ convert recognizes it.
  const recognized = recognize(model.full);
  const { version } = recognized;
  const program = `${programOf(recognized)}${version === undefined ? '' : ` (the file names ${version})`}`;
  const isOrder = (key: string): boolean => eraKey(key)?.orders === true && Object.hasOwn(model.value, key);
  const orders = keys.filter(isOrder);
  const others = keys.filter((key) => !isOrder(key));
  const hint = `${convertCommand(model, keys, config)} writes what they say with the keys of this format`;
  const tell = (
    rule: RuleName,
    [first, ...more]: readonly string[],
    words: string,
    way: string,
  ): Diagnostic[] => {
    if (first === undefined) return [];
    const all = [first, ...more];
    const counted = all.length === 1 ? 'a key is' : `${all.length} keys are`;
    const message = `${counted} of ${program} and ${words}`.replace('%', listed(model, all));
    return [finding(rule, { ...placeOf(model, `/${escapePointer(first)}`, 'key'), message, hint: way })];
  };
  const [give, them] = orders.length === 1 ? ['gives', 'it'] : ['give', 'them'];
  return [
    ...tell('other-era', others, `${others.length === 1 ? 'has' : 'have'} no effect here: %`, hint),
    ...tell(
      'orders-of-another-era',
      orders,
      `${give} orders about disks, encryption or credentials that have no effect here: %`,
      `${hint}, and names what has no place there; or remove ${them}`,
    ),
  ];
}

/** With the file of credentials, where the keys stand in one. */
function convertCommand(model: Model, keys: readonly string[], config: string): string {
  const files = new Set(keys.map((key) => placeOf(model, `/${escapePointer(key)}`, 'key').file));
  const creds = [...files].find((file) => file !== undefined && file !== config);
  const words = holdsOnlyCredentials(model)
    ? ['CONFIG', '--creds', config]
    : [config, ...(creds === undefined ? [] : ['--creds', creds])];
  const plain = words.every((word) => /^[\w./@-]{2,}$/.test(word));
  return plain ? `writ convert ${words.join(' ')}` : 'writ convert';
}

/** Each with its line, and with what holds the same here. */
function listed(model: Model, keys: readonly string[]): string {
  return keys
    .map((key) => {
      const line = placeOf(model, `/${escapePointer(key)}`, 'key').range?.start.line;
      const now = eraKey(key)?.now;
      return `"${key}" (line ${line}${now === undefined ? '' : `, now ${now}`})`;
    })
    .join(', ');
}
