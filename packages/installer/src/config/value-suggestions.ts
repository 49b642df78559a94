import { isObject } from '@writ/diagnostics/internal';
import { mainOf } from '../data/profiles.ts';
import { nearest } from '@writ/diagnostics';
import { suggestJson, type Suggestion } from './suggestion.ts';
import { ownValue } from './own-value.ts';
import { isSize, suggestSize } from './sizes.ts';

/** Other common names of allowed values, in lower case. */
const aliases: Readonly<Record<string, string>> = {
  grub: 'grub-install',
  grub2: 'grub-install',
  'systemd-boot': 'systemd-bootctl',
  'efi stub': 'efistub',
  networkmanager: 'nm',
  'network-manager': 'nm',
  'systemd-networkd': 'manual',
  static: 'manual',
  zen: 'linux-zen',
  lts: 'linux-lts',
  hardened: 'linux-hardened',
  kde: 'plasma',
  'kde plasma': 'plasma',
  'kde-plasma': 'plasma',
  i3: 'i3-wm',
  xfce: 'xfce4',
  apache: 'httpd',
  postgres: 'postgresql',
  mysql: 'mariadb',
  ssh: 'sshd',
  openssh: 'sshd',
  'lightdm-gtk-greeter': 'lightdm',
  'lightdm-slick-greeter': 'lightdm',
  pulse: 'pulseaudio',
  nouveau: 'Nvidia (open-source nouveau driver)',
  'nvidia-open': 'Nvidia (open kernel module for newer GPUs, Turing+)',
  intel: 'Intel (open-source)',
  amd: 'AMD / ATI (open-source)',
  'virtualbox (open-source)': 'VMware / VirtualBox (open-source)',
  'all open-source': 'All open-source (default)',
};

/** Names that resemble an allowed value only by chance. */
const neverSuggest: ReadonlySet<string> = new Set([
  'linux-rt',
  'linux-rt-lts',
  'hyprland',
  'limine',
  'refind',
]);

/** Returns the allowed value that was probably intended; undefined if there is none. */
export function suggestValue(value: unknown, allowed: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (neverSuggest.has(value.toLowerCase())) return undefined;
  const other = ownValue(aliases, value.toLowerCase().trim());
  if (other !== undefined && allowed.includes(other)) return other;
  return nearest(value, allowed);
}

/** Corrections for frequent mistakes in the structure of a value. They never receive secrets. */
const rewrites: readonly {
  readonly pointer: RegExp;
  readonly write: (value: unknown) => unknown;
  readonly why?: string;
}[] = [
  {
    pointer: /^\/mirror-region$/,
    write: (value) => toRegions(typeof value === 'string' ? [value] : value),
  },
  { pointer: /^\/mirror-region\/[^/]*$/, write: (value) => (isUrl(value) ? [value] : undefined) },
  {
    pointer: /^\/additional-repositories$/,
    write: (value) => (isStringArray(value) && value.length === 1 ? value[0] : undefined),
    why: 'one repository, not a list',
  },
  {
    pointer: /^\/audio_config$/,
    write: (value) => (typeof value === 'string' ? { audio: value } : undefined),
  },
  {
    pointer: /^\/network_config$/,
    write: (value) =>
      typeof value === 'string'
        ? { type: suggestValue(value, ['nm', 'manual', 'iso', 'none']) ?? 'nm' }
        : undefined,
  },
  { pointer: /^\/profile$/, write: toProfile },
  {
    pointer: /^\/(kernels|packages|services)$/,
    write: (value) => (typeof value === 'string' ? splitList(value) : undefined),
  },
  {
    // A model name may contain spaces, but a drive's path does not.
    pointer: /^\/harddrives$/,
    write: (value) =>
      typeof value !== 'string' ? undefined : value.includes('=') ? [value] : splitList(value),
  },
  {
    // A string is one command, so the list with this command is suggested.
    pointer: /^\/(?:custom-commands|x-writ\/commands\/(?:early|error))$/,
    write: (value) => (typeof value === 'string' ? [value] : undefined),
  },
  {
    pointer: /^\/network_config\/nics\/\d+\/dns$/,
    write: (value) => (typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : undefined),
  },
  {
    // Repositories publish fingerprints in groups, and some in lower case.
    pointer: /^\/x-writ\/repositories\/\d+\/fingerprint$/,
    write: (value) => {
      const digits = typeof value === 'string' ? value.replaceAll(/[\s:]|^0x/g, '').toUpperCase() : '';
      return /^(?:[0-9A-F]{40}|[0-9A-F]{64})$/.test(digits) ? digits : undefined;
    },
  },
  {
    pointer: /^\/x-writ\/repositories\/\d+\/servers$/,
    write: (value) => (typeof value === 'string' ? [value] : undefined),
  },
  {
    pointer: /^\/(network_config\/nics|profile\/custom|x-writ\/repositories)$/,
    write: (value) => (isObject(value) ? [value] : undefined),
  },
  {
    pointer: /^\/(hostname|timezone|bootloader|keyboard-language|profile\/(main|details))$/,
    write: (value) =>
      isStringArray(value) && value.length === 1
        ? (ownValue(aliases, value[0]?.toLowerCase() ?? '') ?? value[0])
        : undefined,
  },
];

const BOND_MEMBER = /^\/x-writ\/network\/bonds\/\d+\/interfaces\/\d+$/;
const VLAN_LINK = /^\/x-writ\/network\/vlans\/\d+\/link$/;
const SHELL = /^\/x-writ\/accounts\/[^/]+\/shell$/;
const FINGERPRINT = /^\/x-writ\/repositories\/\d+\/fingerprint$/;

/** Describes the format of a string for which an example is not enough; undefined for other keys. */
export function describeFormat(pointer: string): string | undefined {
  if (SHELL.test(pointer)) return 'an absolute path, such as "/usr/bin/bash"';
  if (FINGERPRINT.test(pointer)) return '40 or 64 hexadecimal digits (0-9, A-F), without spaces';
  if (BOND_MEMBER.test(pointer)) return 'the name of a network card, such as "enp3s0"';
  return VLAN_LINK.test(pointer) ? 'the name of a network card or bond, such as "enp3s0"' : undefined;
}

/** Suggests how to write a size or the name of an interface; undefined for other keys. */
export function suggestFormat(pointer: string, value: unknown): Suggestion | undefined {
  if (isSize(pointer)) return suggestSize(value);
  const isName = BOND_MEMBER.test(pointer) || VLAN_LINK.test(pointer);
  return isName && typeof value === 'string' && /[*?]/.test(value)
    ? {
        hint: 'write the whole name, as ip link prints it: only iface of network_config.nics may contain * and ?',
      }
    : undefined;
}

/** Boot loaders that archinstall offers and Writ does not, by their names in lower case. */
const otherLoaders: Readonly<Record<string, string>> = { limine: 'Limine', refind: 'rEFInd' };

/** Suggests a boot loader instead of one that Writ does not install; empty for other values. */
function suggestLoader(pointer: string, value: unknown): Suggestion {
  const name =
    pointer === '/bootloader' && typeof value === 'string'
      ? ownValue(otherLoaders, value.toLowerCase())
      : undefined;
  return name === undefined
    ? {}
    : {
        hint: `Writ does not install ${name}; choose systemd-bootctl, or grub-install on BIOS machines`,
      };
}

/** Suggests another way to achieve what a value that is not allowed was probably meant for; empty if there is none. */
export function suggestAlternative(pointer: string, value: unknown): Suggestion {
  if (pointer === '/x-writ/disk/raid')
    return { hint: 'write 1, or create arrays of other levels on the installed system, with mdadm' };
  return { ...suggestProfile(pointer, value), ...suggestLoader(pointer, value) };
}

/** Suggests the profile for a desktop in `x-writ.desktops` that `profile.details` names; empty for other values. */
function suggestProfile(pointer: string, value: unknown): Suggestion {
  if (!/^\/x-writ\/desktops\/\d+$/.test(pointer) || typeof value !== 'string') return {};
  const lower = value.toLowerCase();
  const details = ownValue(aliases, lower) ?? lower;
  return mainOf(details) === 'desktop'
    ? { hint: `write it as the profile: "profile": { "main": "desktop", "details": "${details}" }` }
    : {};
}

/**
 * Returns the suggestion for a value of the wrong type; undefined if there is no obvious correction.
 *
 * @param isAllowed returns whether the key may have a string as its value
 */
export function suggestRewrite(
  pointer: string,
  value: unknown,
  types: readonly string[],
  isAllowed: (text: string) => boolean = () => true,
): Suggestion | undefined {
  for (const { pointer: where, write, why } of rewrites) {
    const instead = where.test(pointer) ? write(value) : undefined;
    if (instead !== undefined) return suggestJson(instead, why && `: ${why}`);
  }
  if (pointer === '/additional-repositories' && Array.isArray(value)) {
    return {
      hint:
        value.length === 0 ? 'remove the key: without it, no repository is enabled' : 'choose one of them',
    };
  }
  if (types.includes('boolean') && (typeof value === 'string' || typeof value === 'number')) {
    const word = /^(true|yes|on|1)$/i.test(String(value))
      ? true
      : /^(false|no|off|0)$/i.test(String(value))
        ? false
        : undefined;
    return word === undefined ? undefined : suggestJson(word, ', without quotes');
  }
  if (types.includes('string') && typeof value === 'number')
    return isAllowed(String(value)) ? suggestJson(String(value), ', in quotes') : undefined;
  if (types.includes('array') && types.length === 1 && typeof value === 'string') return suggestJson([value]);
  return undefined;
}

/**
 * Converts a list of strings to regions: each name becomes a region with known servers, and all addresses form one
 * more region. Returns undefined for an empty list and for any other value.
 */
function toRegions(value: unknown): unknown {
  if (!isStringArray(value) || value.length === 0) return undefined;
  const regions = value.filter((item) => !isUrl(item)).map((item) => [item, {}] as const);
  const addresses = value.filter(isUrl);
  return { ...Object.fromEntries(regions), ...(addresses.length === 0 ? {} : { 'My mirrors': addresses }) };
}

function toProfile(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  const mains = ['desktop', 'minimal', 'server', 'xorg'];
  const lower = value.toLowerCase();
  if (mains.includes(lower)) return { main: lower };
  const details = ownValue(aliases, lower) ?? lower;
  return /^[\w-]+$/.test(details) ? { main: mainOf(details) ?? 'desktop', details } : undefined;
}

function splitList(value: string): string[] {
  return /^[\w@.+\-/:,\s]+$/.test(value) ? value.split(/[\s,]+/).filter(Boolean) : [value];
}

function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isUrl(value: unknown): value is string {
  return typeof value === 'string' && /^(https?|file):/.test(value);
}
