import { defined } from '@writ/diagnostics/internal';
import { mainOf } from '../data/profiles.ts';
import type { Details, Main } from '../schema/types.gen.ts';
import { ownValue } from './own-value.ts';

/** The location of a custom profile definition. */
export type ProfileSource =
  /** The path as written, relative to the configuration's folder. */
  | { readonly kind: 'file'; readonly path: string }
  /** An address without `sha256` is never read. */
  | { readonly kind: 'address'; readonly address: string; readonly sha256?: string };

/** Parses `profile.path`. The fragment of an address is its digest. */
export function parseProfilePath(path: string): ProfileSource {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) return { kind: 'file', path };
  const [address = '', fragment = ''] = path.split('#', 2);
  const [, digest] = /^sha256=([0-9a-f]{64})$/i.exec(fragment) ?? [];
  return { kind: 'address', address, ...defined({ sha256: digest?.toLowerCase() }) };
}

/** Describes why an address cannot be used; returns undefined for a usable address. */
export function describeAddressFault({
  address,
  sha256,
}: Extract<ProfileSource, { kind: 'address' }>): string | undefined {
  if (!/^https:/i.test(address)) return 'only https addresses are accepted';
  if (!URL.canParse(address)) return 'it is not an address';
  const { username, password } = new URL(address);
  if (username !== '' || password !== '') return 'addresses with a user name or password are not accepted';
  return sha256 === undefined
    ? 'it has no digest; add #sha256= and the 64 hexadecimal digits that sha256sum prints'
    : undefined;
}

/** Writ's equivalent of a profile that archinstall includes. */
export interface ArchinstallProfile {
  /** Absent if Writ has no equivalent. */
  readonly main?: Main;
  readonly details?: Details;
}

/** Names of profile files that differ between archinstall and Writ. */
const otherNames: Readonly<Record<string, string>> = { i3: 'i3-wm', kde: 'plasma', 'kde-plasma': 'plasma' };

/** Finds the archinstall profile at a path; returns undefined for any other path. */
export function archinstallProfile(path: string | undefined): ArchinstallProfile | undefined {
  const [, name] = /(?:archinstall\/|^\/?(?:default_)?profiles\/).*?([\w-]+)\.py$/.exec(path ?? '') ?? [];
  if (name === undefined) return undefined;
  if (/^(desktop|minimal|server|xorg)$/.test(name)) return { main: name as Main };
  const details = ownValue(otherNames, name) ?? name;
  const main = mainOf(details);
  return main === undefined ? {} : { main, details: details as Details };
}
