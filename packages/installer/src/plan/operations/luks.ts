import { temporaryVolumeName } from '../../facts/temporary-names.ts';
import type { Command } from '../operation.ts';
import type { PartitionEncryption } from '../plan.ts';
import { PASSPHRASE } from '../secret-names.ts';
import { splitWords } from './define-operation.ts';

const passphrase = [{ secret: PASSPHRASE }] as const;

/** Returns a command that reads the passphrase from standard input. */
function withPassphrase(where: Command['where'], ...argv: string[]): Command {
  return { where, argv, stdin: passphrase };
}

/** Returns the command that writes the header of an encrypted partition. cryptsetup uses at most half of the memory. */
export function formatLuks({ id, ...costs }: PartitionEncryption, path: string): Command {
  return withPassphrase(
    'host',
    ...splitWords(`cryptsetup luksFormat --batch-mode --type luks2 --uuid ${id}`),
    ...kdfOptions(costs),
    ...splitWords('--key-file - --'),
    path,
  );
}

/**
 * Default costs of the key derivation for an image. They are low, because the image may be unlocked on a machine
 * with little memory.
 */
const imageCosts = { kdfMemory: 256, kdfRounds: 4 };

/**
 * Returns the command that encrypts a file system in a file that is `reserved` bytes larger than the
 * file system. The command needs neither a device, nor root, nor locks, because only this run uses the file.
 *
 * @param folder a folder for cryptsetup's temporary file, {@link temporaryHeader}
 */
export function encryptFile(
  { id, ...costs }: PartitionEncryption,
  path: string,
  { folder, reserved }: { readonly folder: string; readonly reserved: number },
): Command {
  return withPassphrase(
    'host',
    'env',
    `--chdir=${folder}`,
    ...splitWords('cryptsetup reencrypt --encrypt --batch-mode --disable-locks --type luks2'),
    ...splitWords(`--reduce-device-size ${reserved / 1024}k --uuid ${id}`),
    ...kdfOptions({ ...imageCosts, ...costs }),
    ...splitWords('--key-file - --'),
    path,
  );
}

/** Returns the name of the file that cryptsetup creates in its working directory and leaves there if it is killed. */
export function temporaryHeader({ id }: PartitionEncryption): string {
  return `LUKS2-temp-${id}.new`;
}

/** Returns the command that checks that the passphrase unlocks a file. */
export function testPassphrase(path: string): Command {
  return withPassphrase(
    'host',
    ...splitWords('cryptsetup open --test-passphrase --disable-locks --type luks2 --key-file - --'),
    path,
  );
}

function kdfOptions({
  kdfMemory,
  kdfRounds,
}: Pick<PartitionEncryption, 'kdfMemory' | 'kdfRounds'>): string[] {
  return [
    ...splitWords('--pbkdf argon2id'),
    ...(kdfMemory === undefined ? [] : ['--pbkdf-memory', String(kdfMemory * 1024)]),
    ...(kdfRounds === undefined ? [] : ['--pbkdf-force-iterations', String(kdfRounds)]),
  ];
}

/** Returns the path of an opened volume during the installation. */
export function volumePath(luks: PartitionEncryption): string {
  return `/dev/mapper/${temporaryVolumeName(luks.id)}`;
}

/**
 * Opens a volume and runs a command that uses it. The kernel closes the volume when it is no longer in use:
 * after the command, or after the file system that the command mounts is unmounted, even if this process is
 * killed.
 *
 * Arguments: the partition, the name of the volume, and the command.
 */
const WITH_VOLUME = String.raw`
device=$1 name=$2 tries=0
shift 2
while cryptsetup status "$name" > /dev/null 2>&1 < /dev/null; do
  cryptsetup close "$name" 2> /dev/null < /dev/null || :
  tries=$((tries + 1))
  if [ "$tries" -gt 100 ]; then
    echo "the volume $name is in use" >&2
    exit 1
  fi
  sleep 0.1
done
cryptsetup open --type luks2 --key-file - -- "$device" "$name"
exec 3< "/dev/mapper/$name" < /dev/null
cryptsetup close --deferred "$name"
"$@"
`.trim();

/** Returns a command that opens a volume and runs the given command. */
export function withVolume(luks: PartitionEncryption, partition: string, { where, argv }: Command): Command {
  return withPassphrase(
    where,
    'sh',
    '-euc',
    WITH_VOLUME,
    'sh',
    partition,
    temporaryVolumeName(luks.id),
    ...argv,
  );
}
