import { nearest } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { keyPath, pointerKeys } from '@writ/installer/internal';

/** The losses of a conversion: settings for disks, encryption and credentials, accepted or not. */
export interface Losses {
  /** Records a loss. Returns true if it is accepted. */
  readonly add: (pointer: string) => boolean;
  /** Returns the `--accept-loss KEY` option for a pointer. */
  readonly optionFor: (pointer: string) => string;
  /** Returns the keys to accept for all remaining losses. */
  readonly open: () => readonly string[];
  /** Returns the accepted keys that cause no loss. */
  readonly needless: () => readonly NeedlessKey[];
}

/** A key that was accepted but causes no loss. */
export interface NeedlessKey {
  /** The key as it was passed. */
  readonly key: string;
  /** A similar key whose setting is lost. */
  readonly near?: string;
}

/** @param accepted keys; a key accepts the losses of all nested keys */
export function createLosses(accepted: readonly string[]): Losses {
  const unused = new Set(accepted);
  const open = new Set<string>();
  /** Paths of lost keys and of their enclosing keys, except paths that contain a secret. */
  const lost = new Set<string>();
  return {
    add: (pointer) => {
      const enclosing = enclosingPointers(pointer);
      const names = enclosing.map(keyName);
      for (const place of enclosing) if (isShown(place)) lost.add(keyName(place));
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

/** Returns a pointer and the pointers of all enclosing values except the root, innermost first. */
function enclosingPointers(pointer: string): string[] {
  const pointers: string[] = [];
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) pointers.push(at);
  return pointers;
}

/** Returns the path of a key, such as `disk_config.device_modifications[0]`. Secrets in it are not masked. */
export function keyName(pointer: string): string {
  return pointerKeys(pointer).reduce(
    (name, key) => (/^\d+$/.test(key) ? `${name}[${key}]` : name === '' ? key : `${name}.${key}`),
    '',
  );
}

/** Returns the path of the key, or of its innermost enclosing key, that contains no secret. */
function shownKey(pointer: string): string {
  return keyName(enclosingPointers(pointer).find(isShown) ?? '');
}

function isShown(pointer: string): boolean {
  return keyPath(pointer) === keyName(pointer);
}

/** Returns the option for a key, quoted for a shell. */
export function lossOption(key: string): string {
  return `--accept-loss ${/^[\w.-]+$/.test(key) ? key : `'${key.replaceAll("'", String.raw`'\''`)}'`}`;
}
