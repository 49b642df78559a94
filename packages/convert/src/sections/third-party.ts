import { displayValue, keyPath, type JsonValue } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import { discardSetting, omitSetting, type Conversion } from '../conversion.ts';

const PATH = ['x-writ', 'repositories'] as const;

/** The names and addresses that `x-writ.repositories` permits. */
const permittedName = /^[a-z0-9][a-z0-9._-]*$/;
const permittedAddress = /^(?:https?:\/\/|file:\/\/)[^\s?#]+$/;

/**
 * Converts the repositories of `mirror_config` and its successor. archinstall trusts any key of the keyring and stores
 * no fingerprint, without which Writ verifies no signature. Only repositories whose signatures archinstall does not
 * verify either can therefore be converted.
 */
export function convertRepositories(conversion: Conversion, config: ConfigEntry): void {
  const repositories: JsonValue[] = [];
  const isPresent = conversion.has(PATH);
  for (const key of ['custom_repositories', 'custom_mirrors']) {
    const list = config.get(key);
    for (const item of list === undefined ? [] : list.inner.length === 0 ? [list] : list.inner) {
      const [reason, hint] = isPresent
        ? ['x-writ.repositories is present', 'add it there']
        : (obstacle(item, repositories) ?? []);
      if (reason !== undefined) {
        omitSetting(conversion, item, reason, hint);
        continue;
      }
      const [name, url, check] = [item.get('name')!, item.get('url')!, item.get('sign_check')!];
      repositories.push({ name: name.text!, servers: [url.text!], signatures: 'none' });
      for (const copied of [name, url]) conversion.settle(copied);
      conversion.report('converted', item, {
        message: `${keyPath(item.pointer)} becomes an entry of x-writ.repositories without signatures, as in archinstall`,
        hint: 'if the repository is signed, remove "signatures" and add the fingerprint of its key',
        part: true,
      });
      conversion.report('converted', check, {
        message: `${keyPath(check.pointer)}: ${displayValue(check.text)} becomes signatures: "none"`,
      });
      const option = item.get('sign_option');
      if (option !== undefined) discardSetting(conversion, option, 'signatures are not verified');
    }
  }
  if (repositories.length > 0) conversion.put(PATH, repositories);
}

/** Returns the reason why a repository cannot be converted, and what to do instead; undefined if it can be converted. */
function obstacle(
  item: ConfigEntry,
  others: readonly JsonValue[],
): [reason: string, hint?: string] | undefined {
  const name = item.get('name')?.text;
  const url = item.get('url')?.text;
  if (name === undefined || url === undefined) return ['it is not a repository with a name and a url'];
  if (!permittedName.test(name))
    return ['its name is invalid', 'names consist of lower-case letters, digits, ., _ and -'];
  if (!permittedAddress.test(url)) return ['its url is not an http, https or file address'];
  if (others.some((other) => (other as { name: string }).name === name))
    return ['another repository has the same name'];
  if (item.get('sign_check')?.text?.toLowerCase() === 'never') return undefined;
  return [
    'archinstall does not store the key that signs the repository',
    'add the repository to x-writ.repositories with the fingerprint of its key',
  ];
}
