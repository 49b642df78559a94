import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The files in which systemd and D-Bus store the identity of a machine. */
const MACHINE_ID_FILES = ['/etc/machine-id', '/var/lib/dbus/machine-id'];
const MACHINE_ID = /^[0-9a-f]{32}$/;
/** Host names become queue names, so they may contain only the characters that queue names may contain. */
const HOST = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Describes valid host names, for messages. */
export const hostRule =
  '1 to 64 letters, digits, dots, hyphens and underscores, with a letter or digit at the beginning';

/** Whether a string is a valid host name. */
export function isHost(name: string): boolean {
  return HOST.test(name);
}

/**
 * Returns a name for this machine that remains the same after a restart and is different on every machine; undefined if
 * the machine has no identity. The identity itself, which is confidential, cannot be derived from it.
 */
export function readHost(files: readonly string[] = MACHINE_ID_FILES): string | undefined {
  for (const file of files) {
    const id = readText(file)?.trim() ?? '';
    if (MACHINE_ID.test(id))
      return `host-${createHash('sha256').update(`writ worker host ${id}`).digest('hex').slice(0, 12)}`;
  }
  return undefined;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
