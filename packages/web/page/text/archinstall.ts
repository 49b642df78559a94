import { parseObject } from './json-edit.ts';

/** Keys of archinstall's configurations, of any version, that Writ's format does not have. */
const FOREIGN_KEYS = [
  'archinstall-language',
  'auth_config',
  'bootloader_config',
  'config_version',
  'disk_config',
  'disk_layouts',
  'harddrive',
  'locale_config',
  'mirror_config',
  'nic',
  'profile_config',
  'superusers',
  'version',
];

/** Keys of archinstall's credentials files. */
const CREDENTIAL_KEYS = new Set([
  'users',
  'root_enc_password',
  'encryption_password',
  '!root-password',
  '!users',
]);

/** Whether the text is an archinstall configuration, which has to be converted. */
export function isArchinstall(text: string): boolean {
  const configuration = parseObject(text);
  return configuration !== undefined && FOREIGN_KEYS.some((key) => Object.hasOwn(configuration, key));
}

/** Whether the text contains nothing but the credentials of a configuration. */
export function isCredentials(text: string): boolean {
  const keys = Object.keys(parseObject(text) ?? {});
  return keys.length > 0 && keys.every((key) => CREDENTIAL_KEYS.has(key));
}
