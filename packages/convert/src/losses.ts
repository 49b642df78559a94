import { nearest } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { keyPath, pointerKeys } from '@writ/installer/internal';

/** What a conversion would lose of orders about disks, encryption and credentials, and what of it is accepted. */
export interface Losses {
  /** Records a loss; true when it is accepted. */
  readonly add: (pointer: string) => boolean;
  /** `--accept-loss KEY` for this place. */
  readonly optionFor: (pointer: string) => string;
  /** The keys that would accept everything that is not accepted yet. */
  readonly open: () => readonly string[];
  /** Keys that were accepted although nothing of that name is lost. */
  readonly needless: () => readonly NeedlessKey[];
}

/** A key that was accepted although nothing of it is lost. */
export interface NeedlessKey {
  readonly key: string;
  /** A key of which something is lost. */
  readonly near?: string;
}

/** @param accepted names of keys; a key accepts everything in it */
export function createLosses(accepted: readonly string[]): Losses {
  const unused = new Set(accepted);
  const open = new Set<string>();
  /** Those that may be shown. */
  const lost = new Set<string>();
  return {
    add: (pointer) => {
      const around = enclosingPointers(pointer);
      const names = around.map(keyName);
      for (const place of around) if (isShown(place)) lost.add(keyName(place));
      const found = names.filter((name) => accepted.includes(name));
      for (const name of found) unused.delete(name);
      if (found.length === 0) open.add(shownKey(pointer));
      return found.length > 0;
    },
    optionFor: (pointer) => lossOption(shownKey(pointer)),
    open: () => [...open],
    needless: () =>
      [...unused].map((key) => {
        const near = [...lost].find((name) => name.endsWith(`.${key}`)) ?? nearest(key, [...lost]);
        return { key, ...defined({ near }) };
      }),
  };
}

/** A place and those around it, from the inside. */
function enclosingPointers(pointer: string): string[] {
  const all: string[] = [];
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) all.push(at);
  return all;
}

/** `disk_config.device_modifications[0]`, whatever is secret in it. */
function keyName(pointer: string): string {
  return pointerKeys(pointer).reduce(
    (name, key) => (/^\d+$/.test(key) ? `${name}[${key}]` : name === '' ? key : `${name}.${key}`),
    '',
  );
}

/** The innermost key that can be shown as it is. */
function shownKey(pointer: string): string {
  return keyName(enclosingPointers(pointer).find(isShown) ?? '');
}

function isShown(pointer: string): boolean {
  return keyPath(pointer) === keyName(pointer);
}

/** As a shell takes it. */
export function lossOption(key: string): string {
  return `--accept-loss ${/^[\w.-]+$/.test(key) ? key : `'${key.replaceAll("'", String.raw`'\''`)}'`}`;
}
