import { describePassphraseFault, keyPath, type JsonObject } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import { hasOnlyCredentials } from '../credentials.ts';
import { discardSetting, isEmpty, omitSetting, valueAt, type Conversion } from '../conversion.ts';

const LUKS = ['x-writ', 'disk', 'luks'] as const;
/** The name of the secret to which the output refers if the input contains no valid passphrase. */
const SECRET = 'disk-passphrase';

export const OTHER_ENCRYPTION =
  'Writ encrypts partitions with LUKS and a passphrase, without logical volumes, but this configuration encrypts differently';

/** Converts the encryption settings of any format, and their passwords. */
export function convertEncryption(conversion: Conversion): void {
  const items = [conversion.get('disk_encryption'), conversion.get('disk_config')?.get('disk_encryption')];
  for (const item of items) {
    if (item === undefined) continue;
    if (item.get('encryption_type')?.text === 'no_encryption')
      discardSetting(conversion, item, 'nothing is encrypted');
    else if (isListed(conversion)) convertListedEncryption(conversion, item);
    else if (isWholeSystem(conversion, item) && putEncryption(conversion)) reportEncryption(conversion, item);
    else omitSetting(conversion, item, OTHER_ENCRYPTION);
  }
  // In archinstall 2.5 and earlier, a password is sufficient to encrypt the system.
  const password = conversion.get('!encryption-password');
  if (password !== undefined && !isEmpty(password) && items.every((item) => item === undefined))
    putEncryption(conversion);
  convertPasswords(conversion);
}

/** Returns the identifiers of the partitions that are encrypted with a passphrase and without logical volumes. */
export function encryptedPartitions(conversion: Conversion): ReadonlySet<string> {
  const items = [conversion.get('disk_encryption'), conversion.get('disk_config')?.get('disk_encryption')];
  const usable = items.filter((item) => item !== undefined && isPlain(item));
  return new Set(
    usable.flatMap((item) => item?.get('partitions')?.inner.flatMap(({ text }) => text ?? []) ?? []),
  );
}

/** True if the partitions are converted to a list, in which each one states whether it is encrypted. */
function isListed({ output }: Conversion): boolean {
  return valueAt(output, ['x-writ', 'disk', 'layout']) === 'partitions';
}

function convertListedEncryption(conversion: Conversion, item: ConfigEntry): void {
  const list = valueAt(conversion.output, ['x-writ', 'disk', 'partitions']) as readonly JsonObject[];
  const encrypted = list.filter(({ luks }) => luks === true);
  if (!isPlain(item) || encrypted.length === 0) {
    omitSetting(conversion, item, OTHER_ENCRYPTION);
    return;
  }
  // Swap space has a random key instead of the passphrase.
  if (encrypted.some(({ kind }) => kind !== 'swap')) putEncryption(conversion);
  conversion.report('nearest-equivalent', item, {
    message: `${keyPath(item.pointer)} becomes luks in x-writ.disk.partitions; swap space gets a random key at every start`,
  });
}

/** Writes `x-writ.disk.luks`. Returns false if the output already contains it. */
export function putEncryption(conversion: Conversion, partition?: ConfigEntry): boolean {
  if (conversion.has(LUKS)) return false;
  const password = partition?.get('!password') ?? findPassword(conversion);
  const text = password?.text;
  const fault = text === undefined ? undefined : describePassphraseFault(text);
  const isKept = text !== undefined && fault === undefined;
  conversion.put([...LUKS, '!passphrase'], isKept ? text : { $secret: SECRET });
  if (password === undefined) return true;
  const name = keyPath(password.pointer);
  conversion.report(
    isKept ? 'converted' : 'nearest-equivalent',
    password,
    isKept
      ? { message: `${name} becomes x-writ.disk.luks.!passphrase` }
      : {
          message: `${name} is left out: ${fault?.message ?? 'it is not a string'}`,
          hint: `add a passphrase to the credentials under the key ${SECRET}`,
        },
  );
  return true;
}

/** Reports the passphrases of further partitions, which are encrypted with the same passphrase. */
export function reportOtherPasswords(
  conversion: Conversion,
  partition: ConfigEntry,
  others: readonly ConfigEntry[],
): void {
  const used = partition.get('!password')?.text;
  for (const other of others) {
    const password = other.get('!password');
    if (other === partition || password === undefined || isEmpty(password) || password.text === used)
      continue;
    conversion.report('nearest-equivalent', password, {
      message: `${keyPath(password.pointer)} is left out: all encrypted partitions have the same passphrase`,
    });
  }
}

function reportEncryption(conversion: Conversion, item: ConfigEntry): void {
  conversion.report('nearest-equivalent', item, {
    message: `${keyPath(item.pointer)} becomes x-writ.disk.luks, which encrypts /, /home and swap space`,
  });
}

function findPassword({ top }: Conversion): ConfigEntry | undefined {
  return top.find((item) => isPassword(item) && !isEmpty(item));
}

function isPassword({ key }: ConfigEntry): boolean {
  return /^!?encryption[_-]password$/.test(key);
}

/**
 * Converts the passphrase in a file that contains only credentials, and reports passphrases for encryption that is
 * not converted.
 */
function convertPasswords(conversion: Conversion): void {
  const isCredentials = hasOnlyCredentials(conversion.top);
  for (const item of conversion.top) {
    if (!/encryption.*password/i.test(item.key) || conversion.isSettled(item.pointer)) continue;
    if (isCredentials && isPassword(item) && item.text !== undefined && item.text !== '') {
      conversion.put([SECRET], item.text);
      conversion.report('converted', item, {
        message: `${keyPath(item.pointer)} becomes the secret ${SECRET}, to which a converted configuration refers`,
      });
    } else omitSetting(conversion, item, 'the encryption to which it belongs is not converted');
  }
}

/**
 * Returns true for LUKS with a passphrase and without logical volumes, if exactly one partition is for / and is
 * encrypted, and no partition for /boot is encrypted.
 */
function isWholeSystem(conversion: Conversion, item: ConfigEntry): boolean {
  if (!isPlain(item)) return false;
  const encrypted = new Set(item.get('partitions')?.inner.map(({ text }) => text));
  const drives = conversion.get('disk_config')?.get('device_modifications')?.inner ?? [];
  const partitions = drives.flatMap((drive) => drive.get('partitions')?.inner ?? []);
  const isEncrypted = (partition: ConfigEntry): boolean => encrypted.has(partition.get('obj_id')?.text);
  const places = (partition: ConfigEntry): (string | undefined)[] => [
    partition.get('mountpoint')?.text,
    ...(partition.get('btrfs')?.inner.map((volume) => volume.get('mountpoint')?.text) ?? []),
  ];
  const system = partitions.filter((partition) => places(partition).includes('/'));
  const boot = partitions.filter((partition) =>
    places(partition).some((place) => place?.startsWith('/boot')),
  );
  return system.length === 1 && system.every(isEncrypted) && !boot.some(isEncrypted);
}

/** True for LUKS with a passphrase and without logical volumes. */
function isPlain(item: ConfigEntry): boolean {
  return (
    item.get('encryption_type')?.text === 'luks' &&
    ['hsm_device', 'lvm_volumes'].every((key) => isAbsent(item.get(key)))
  );
}

function isAbsent(item: ConfigEntry | undefined): boolean {
  return item === undefined || item.kind === 'null' || (item.kind === 'array' && item.inner.length === 0);
}
