import { phrase, type Diagnostic, type Wording } from '@writ/diagnostics';
import { finding, type RuleName } from './finding-codes.ts';
import { findLegacyKey } from './legacy-keys.ts';
import { escapePointer } from './pointers.ts';
import { hasOnlyCredentials } from './credentials-file.ts';
import { locatePointer, type Model } from './model.ts';
import { describeFormat, recognizeFormat } from './recognize-format.ts';
import { term } from '../terms.ts';

/**
 * Reports keys of archinstall formats: one error for all critical keys, because ignoring them would change the
 * installed system, and one warning for all other keys.
 *
 * @param config the configuration's file name, for the suggested `writ convert` command
 */
export function checkLegacyKeys(model: Model, keys: readonly string[], config: string): Diagnostic[] {
  if (keys.length === 0) return [];
  // `writ convert` recognizes formats in the same way.
  const recognized = recognizeFormat(model.full);
  const { version } = recognized;
  const program = `${describeFormat(recognized)}${version === undefined ? '' : ` (the file states version ${version})`}`;
  const isCritical = (key: string): boolean =>
    findLegacyKey(key)?.critical === true && Object.hasOwn(model.value, key);
  const critical = keys.filter(isCritical);
  const others = keys.filter((key) => !isCritical(key));
  const hint = phrase`${term('convert', convertCommand(model, keys, config))} converts them`;
  const report = (
    rule: RuleName,
    [first, ...more]: readonly string[],
    words: string,
    advice: Wording,
  ): Diagnostic[] => {
    if (first === undefined) return [];
    const reported = [first, ...more];
    const counted = reported.length === 1 ? 'this key is' : `${reported.length} keys are`;
    const message = `${counted} from ${program} and ${words}`.replace('%', listKeys(model, reported));
    return [
      finding(rule, { ...locatePointer(model, `/${escapePointer(first)}`, 'key'), message, hint: advice }),
    ];
  };
  const [configure, have, them] =
    critical.length === 1 ? ['configures', 'has', 'it'] : ['configure', 'have', 'them'];
  return [
    ...report('legacy-key', others, `${others.length === 1 ? 'has' : 'have'} no effect here: %`, hint),
    ...report(
      'critical-legacy-key',
      critical,
      `${configure} disks, encryption or credentials, but ${have} no effect here: %`,
      phrase`${hint} and lists what cannot be converted; or remove ${them}`,
    ),
  ];
}

/**
 * Returns the command that converts the files. It names the credentials file if that contains one of the keys, and
 * no files if a name is a single character or would have to be quoted.
 */
function convertCommand(model: Model, keys: readonly string[], config: string): string {
  const files = new Set(keys.map((key) => locatePointer(model, `/${escapePointer(key)}`, 'key').file));
  const creds = [...files].find((file) => file !== undefined && file !== config);
  const words = hasOnlyCredentials(model)
    ? ['CONFIG', '--creds', config]
    : [config, ...(creds === undefined ? [] : ['--creds', creds])];
  const plain = words.every((word) => /^[\w./@-]{2,}$/.test(word));
  return plain ? `writ convert ${words.join(' ')}` : 'writ convert';
}

/** Lists keys with their lines and replacements. */
function listKeys(model: Model, keys: readonly string[]): string {
  return keys
    .map((key) => {
      const line = locatePointer(model, `/${escapePointer(key)}`, 'key').range?.start.line;
      const now = findLegacyKey(key)?.replacement;
      return `"${key}" (line ${line}${now === undefined ? '' : `, now ${now}`})`;
    })
    .join(', ');
}
