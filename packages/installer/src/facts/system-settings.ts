import { defined } from '@writ/diagnostics/internal';
import type { MachineTree } from './machine-tree.ts';

/** Settings of the running system that a new system may share. */
export interface SystemSettings {
  /** A time zone name from the tz database, such as `Europe/Berlin`. */
  readonly timezone?: string;
  /** The console keymap, such as `de-latin1`. */
  readonly keyboard?: string;
  /** The locale, such as `de_DE.UTF-8`. */
  readonly language?: string;
}

export async function readSystemSettings(tree: MachineTree): Promise<SystemSettings> {
  const [localtime, console, locale] = await Promise.all([
    tree.readLink('/etc/localtime'),
    tree.readText('/etc/vconsole.conf'),
    tree.readText('/etc/locale.conf'),
  ]);
  const timezone = /\/zoneinfo\/(?:posix\/|right\/)?([\w+/-]+)$/.exec(localtime ?? '')?.[1];
  return defined({ timezone, keyboard: valueOf(console, 'KEYMAP'), language: valueOf(locale, 'LANG') });
}

/** Returns the value of a line such as `KEYMAP="de-latin1"`; undefined if there is no valid one. */
function valueOf(text: string | undefined, name: string): string | undefined {
  return new RegExp(`^${name}=["']?([\\w.@/-]+)["']?$`, 'm').exec(text ?? '')?.[1];
}
