import type { Secret } from '@writ/diagnostics';
import type { Settings } from '../config/settings.ts';
import type { Operation } from './operation.ts';
import { customCommand, services } from './operations/services.ts';
import {
  hostname,
  imageIdentity,
  locale,
  mirrorlist,
  packageKeyring,
  timezone,
} from './operations/system.ts';
import { createUser, lockRoot, passwordKindOf, passwordSecret, setPassword } from './operations/users.ts';
import type { Wanted } from './plan-type.ts';
import { namesOf, unique } from './wanted.ts';

/** What of a plan is the same on every disk: packages, settings, users, services, commands. */
export interface SoftwarePart {
  readonly repositories: readonly string[];
  readonly mirrors: readonly string[];
  readonly packages: readonly Wanted[];
  readonly units: readonly Wanted[];
  /** Paths, without the leading slash, that one of the packages must bring. */
  readonly files: readonly string[];
  /** Before the package transaction: what its hooks read, the maker of the initramfs above all. */
  readonly early: readonly Operation[];
  /** Behind fstab and before the boot loader: host name, language, clock, network. */
  readonly system: readonly Operation[];
  /** Behind the boot loader: users, post steps of profiles, services. */
  readonly users: readonly Operation[];
  readonly commands: readonly Operation[];
}

export function softwarePart(settings: Settings): SoftwarePart {
  const { users, rootPassword, mirrors } = settings;
  const units = unitsOf(settings);
  return {
    repositories: ['core', 'extra'],
    mirrors: mirrors.flatMap(({ servers }) => servers.map(({ address }) => address)),
    packages: packagesOf(settings),
    units,
    files: settings.timezone === 'UTC' ? [] : [`usr/share/zoneinfo/${settings.timezone}`],
    early: [],
    system: [
      hostname(settings.hostname),
      locale(settings.locale),
      timezone(settings.timezone),
      mirrorlist(mirrors),
      packageKeyring(),
      imageIdentity(),
    ],
    users: [
      ...users.flatMap((account) => [
        createUser(account),
        ...(account.password === undefined
          ? []
          : [setPassword(account.name, passwordKindOf(account.password))]),
      ]),
      rootPassword === undefined ? lockRoot() : setPassword('root', passwordKindOf(rootPassword)),
      ...(units.length === 0 ? [] : [services(namesOf(units))]),
    ],
    commands: settings.customCommands.map((text, index) => customCommand(text, index + 1)),
  };
}

/** The secrets that the operations name, and the names of those that nobody has given yet. */
export function secretsOf({ rootPassword, users }: Settings): {
  readonly given: ReadonlyMap<string, Secret>;
  readonly missing: readonly string[];
} {
  const given = new Map<string, Secret>();
  const missing: string[] = [];
  const passwords = [...users, { name: 'root', ...(rootPassword && { password: rootPassword }) }];
  for (const { name, password: secret } of passwords) {
    if (secret?.kind === 'missing') missing.push(secret.name);
    else if (secret !== undefined) given.set(passwordSecret(name), secret.value);
  }
  return { given, missing };
}

function packagesOf({ users, packages }: Settings): Wanted[] {
  return [
    ...(users.some((account) => account.sudo) ? [{ name: 'sudo' }] : []),
    ...packages.map((name, index) => ({ name, pointer: `/packages/${index}` })),
  ];
}

function unitsOf({ ntp, services: wanted }: Settings): Wanted[] {
  return unique([
    ...(ntp ? [{ name: 'systemd-timesyncd.service', pointer: '/ntp' }] : []),
    ...wanted.map((name, index) => ({ name, pointer: `/services/${index}` })),
  ]);
}
