import type { Diagnostic } from '@writ/diagnostics';
import { finding, type RuleName } from './finding-codes.ts';
import { findLegacyKey } from './legacy-keys.ts';
import { escapePointer } from './json/tree.ts';
import { hasOnlyCredentials } from './credentials-file.ts';
import { locatePointer, type Model } from './model.ts';
import { describeFormat, recognizeFormat } from './recognize-format.ts';

/**
 * One warning for all keys of other programs, and an error for those of them that gave orders: to install without
 * them would be to install something else.
 *
 * @param config the configuration's file, for the command that converts it
 */
export function checkLegacyKeys(model: Model, keys: readonly string[], config: string): Diagnostic[] {
  if (keys.length === 0) return [];
  // As writ convert recognizes it.
  const recognized = recognizeFormat(model.full);
  const { version } = recognized;
  const program = `${describeFormat(recognized)}${version === undefined ? '' : ` (the file names ${version})`}`;
  const isCritical = (key: string): boolean =>
    findLegacyKey(key)?.critical === true && Object.hasOwn(model.value, key);
  const critical = keys.filter(isCritical);
  const others = keys.filter((key) => !isCritical(key));
  const hint = `${convertCommand(model, keys, config)} writes what they say with the keys of this format`;
  const report = (
    rule: RuleName,
    [first, ...more]: readonly string[],
    words: string,
    advice: string,
  ): Diagnostic[] => {
    if (first === undefined) return [];
    const all = [first, ...more];
    const counted = all.length === 1 ? 'a key is' : `${all.length} keys are`;
    const message = `${counted} of ${program} and ${words}`.replace('%', listKeys(model, all));
    return [
      finding(rule, { ...locatePointer(model, `/${escapePointer(first)}`, 'key'), message, hint: advice }),
    ];
  };
  const [give, them] = critical.length === 1 ? ['gives', 'it'] : ['give', 'them'];
  return [
    ...report('other-era', others, `${others.length === 1 ? 'has' : 'have'} no effect here: %`, hint),
    ...report(
      'orders-of-another-era',
      critical,
      `${give} orders about disks, encryption or credentials that have no effect here: %`,
      `${hint}, and names what has no place there; or remove ${them}`,
    ),
  ];
}

/** With the file of credentials, where the keys stand in one. */
function convertCommand(model: Model, keys: readonly string[], config: string): string {
  const files = new Set(keys.map((key) => locatePointer(model, `/${escapePointer(key)}`, 'key').file));
  const creds = [...files].find((file) => file !== undefined && file !== config);
  const words = hasOnlyCredentials(model)
    ? ['CONFIG', '--creds', config]
    : [config, ...(creds === undefined ? [] : ['--creds', creds])];
  const plain = words.every((word) => /^[\w./@-]{2,}$/.test(word));
  return plain ? `writ convert ${words.join(' ')}` : 'writ convert';
}

/** Each with its line, and with what holds the same here. */
function listKeys(model: Model, keys: readonly string[]): string {
  return keys
    .map((key) => {
      const line = locatePointer(model, `/${escapePointer(key)}`, 'key').range?.start.line;
      const now = findLegacyKey(key)?.replacement;
      return `"${key}" (line ${line}${now === undefined ? '' : `, now ${now}`})`;
    })
    .join(', ');
}
