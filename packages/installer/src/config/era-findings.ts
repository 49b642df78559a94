import type { Diagnostic } from '@writ/diagnostics';
import { finding, type RuleName } from './codes.ts';
import { eraKey, programOf } from './eras.ts';
import { escapePointer } from './json/tree.ts';
import { holdsOnlyCredentials } from './credentials-file.ts';
import { placeOf, topLevelKeys, type Model } from './model.ts';

/** Keys of another program that gave orders about disks, encryption or credentials: an installation is refused. */
export function refusedKeys(model: Model): string[] {
  return Object.keys(model.value).filter((key) => eraKey(key)?.orders === true);
}

/**
 * One warning for all keys of other programs, and one more for those of them that gave orders.
 *
 * @param config the configuration's file, for the command that converts it
 */
export function eraFindings(model: Model, keys: readonly string[], config: string): Diagnostic[] {
  const program = programOf(topLevelKeys(model), model.value['version'] ?? model.value['config_version']);
  const refused = new Set(refusedKeys(model));
  const orders = keys.filter((key) => refused.has(key));
  const others = keys.filter((key) => !refused.has(key));
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
  const [give, stand, them] =
    orders.length === 1 ? ['gives', 'it stands', 'it'] : ['give', 'they stand', 'them'];
  return [
    ...tell('other-era', others, `${others.length === 1 ? 'has' : 'have'} no effect here: %`, hint),
    ...tell(
      'orders-of-another-era',
      orders,
      `${give} orders about disks, encryption or credentials that have no effect here: %; writ install refuses while ${stand} here`,
      `${hint}; or remove ${them}`,
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
