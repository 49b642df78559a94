import { defined } from '@writ/diagnostics/internal';
import { mainOf } from '../data/profiles.ts';
import type { Details, Main } from '../schema/types.gen.ts';
import { ownValue } from './own-value.ts';

/** Where a profile definition of one's own lies. */
export type ProfileSource =
  /** As written: a relative path is meant from the configuration's folder. */
  | { readonly kind: 'file'; readonly path: string }
  /** Without `sha256` the address is not pinned, and is not read. */
  | { readonly kind: 'address'; readonly address: string; readonly sha256?: string };

/** What `profile.path` names; an address keeps its scheme, whatever it is, and loses its fragment. */
export function parseProfilePath(path: string): ProfileSource {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) return { kind: 'file', path };
  const [address = '', fragment = ''] = path.split('#', 2);
  const [, digest] = /^sha256=([0-9a-f]{64})$/i.exec(fragment) ?? [];
  return { kind: 'address', address, ...defined({ sha256: digest?.toLowerCase() }) };
}

/** Why an address is never read, whatever is there. */
export function describeAddressFault({
  address,
  sha256,
}: Extract<ProfileSource, { kind: 'address' }>): string | undefined {
  if (!/^https:/i.test(address)) return 'only https addresses are read';
  if (!URL.canParse(address)) return 'it is not an address';
  const { username, password } = new URL(address);
  if (username !== '' || password !== '') return 'addresses with a user name or password are not read';
  return sha256 === undefined
    ? 'it is not pinned: add #sha256= and the 64 hexadecimal digits that sha256sum prints'
    : undefined;
}

/** A profile of the original program, by the name of its file. */
export interface ArchinstallProfile {
  /** Absent: this format has no such profile. */
  readonly main?: Main;
  readonly details?: Details;
}

/** Files whose names are not those of this format. */
const otherNames: Readonly<Record<string, string>> = { i3: 'i3-wm', kde: 'plasma', 'kde-plasma': 'plasma' };

/** The original program's own profile files say no more than their name; undefined for any other path. */
export function archinstallProfile(path: string | undefined): ArchinstallProfile | undefined {
  const [, name] = /(?:archinstall\/|^\/?(?:default_)?profiles\/).*?([\w-]+)\.py$/.exec(path ?? '') ?? [];
  if (name === undefined) return undefined;
  if (/^(desktop|minimal|server|xorg)$/.test(name)) return { main: name as Main };
  const details = ownValue(otherNames, name) ?? name;
  const main = mainOf(details);
  return main === undefined ? {} : { main, details: details as Details };
}
