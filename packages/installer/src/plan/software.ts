import type { Settings } from '../config/settings.ts';
import { audioServers, soundFirmware } from '../data/audio.ts';
import type { ProfileDefinition } from '../data/definition.ts';
import { mirrorPart } from './mirrors.ts';
import { networkPart } from './network.ts';
import type { Operation } from './operation.ts';
import { loginScreen } from './operations/greeter.ts';
import { builtModules } from './operations/built-modules.ts';
import { keyboard } from './operations/keyboard.ts';
import { presets } from './operations/presets.ts';
import { profileSteps } from './operations/profile-steps.ts';
import { repositories, repositoryNames } from './operations/repositories.ts';
import { customCommand, services, userServices } from './operations/services.ts';
import { hostname, imageIdentity, locale, packageKeyring, timezone } from './operations/system.ts';
import { createUser, lockRoot, passwordKindOf, setPassword } from './operations/users.ts';
import type { Requirements, Wanted } from './plan-type.ts';
import { profilePart, type ProfilePart } from './profile.ts';
import { namesOf, unique } from './wanted.ts';

/** What the plan has to know for its software besides the configuration. */
export interface SoftwareFacts {
  /** What the file says that `profile.path` names. */
  readonly definition?: ProfileDefinition;
  /** Paths of the running system's network files, for a network of type `iso`. */
  readonly networkFiles?: readonly string[];
  /** Kernel modules of this machine's sound hardware; none for an image, which starts elsewhere. */
  readonly soundModules?: readonly string[];
}

/** What of a plan is the same on every disk: packages, settings, users, services, commands. */
export interface SoftwarePart {
  /** What the mirrors must have, and which mirrors. */
  readonly needs: Pick<Requirements, 'repositories' | 'mirrors' | 'choose' | 'logins' | 'units'>;
  readonly packages: readonly Wanted[];
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

/** @param commandLimit seconds that one custom command may take */
export function softwarePart(
  settings: Settings,
  facts: SoftwareFacts = {},
  commandLimit?: number,
): SoftwarePart {
  const { list, ...mirrors } = mirrorPart(settings.mirrors);
  const profile = profilePart(settings, facts.definition);
  const network = networkPart(settings.network, profile.desktop, facts.networkFiles);
  const steps = profileSteps(
    settings.profile?.details,
    settings.users.map(({ name }) => name),
  );
  const units = unique([...ntpUnits(settings), ...network.units, ...profile.units, ...ownUnits(settings)]);
  const userUnits = userUnitsOf(settings);
  return {
    needs: {
      repositories: repositoryNames(settings.repositories),
      ...mirrors,
      units: [...units, ...userUnits],
    },
    packages: [
      ...(settings.users.some((account) => account.sudo) ? [{ name: 'sudo' }] : []),
      ...profile.packages,
      ...audioPackages(settings, facts),
      ...network.packages,
      ...settings.packages.map((name, index) => ({ name, pointer: `/packages/${index}` })),
    ],
    files: [
      ...(settings.timezone === 'UTC' ? [] : [`usr/share/zoneinfo/${settings.timezone}`]),
      ...steps.files,
    ],
    early: [],
    system: [
      ...(profile.builds === undefined ? [] : [builtModules(profile.builds)]),
      hostname(settings.hostname),
      locale(settings.locale),
      ...present(keyboard(settings.keyboard)),
      timezone(settings.timezone),
      list,
      ...present(repositories(settings.repositories)),
      packageKeyring(),
      imageIdentity(),
      ...present(network.operation),
    ],
    users: [
      ...userOperations(settings, profile),
      ...steps.operations,
      ...(profile.greeter === undefined ? [] : [loginScreen(profile.greeter)]),
      ...present(presets(namesOf(units))),
      ...(units.length === 0 ? [] : [services(namesOf(units))]),
      ...(userUnits.length === 0 ? [] : [userServices(namesOf(userUnits))]),
    ],
    commands: settings.customCommands.map((text, index) => customCommand(text, index + 1, commandLimit)),
  };
}

function userOperations({ users, rootPassword }: Settings, { userGroups }: ProfilePart): Operation[] {
  return [
    ...users.flatMap((account) => [
      createUser(account, userGroups),
      ...(account.password === undefined
        ? []
        : [setPassword(account.name, passwordKindOf(account.password))]),
    ]),
    rootPassword === undefined ? lockRoot() : setPassword('root', passwordKindOf(rootPassword)),
  ];
}

function ntpUnits({ ntp }: Settings): Wanted[] {
  return ntp ? [{ name: 'systemd-timesyncd.service', pointer: '/ntp' }] : [];
}

function ownUnits({ services: wanted }: Settings): Wanted[] {
  return wanted.map((name, index) => ({ name, pointer: `/services/${index}` }));
}

const audioPointer = '/audio_config/audio';

function audioPackages({ audio }: Settings, { soundModules = [] }: SoftwareFacts): Wanted[] {
  if (audio === undefined) return [];
  const names = [...audioServers[audio].packages, ...soundFirmware(soundModules)];
  return names.map((name) => ({ name, pointer: audioPointer }));
}

function userUnitsOf({ audio }: Settings): Wanted[] {
  if (audio === undefined) return [];
  return audioServers[audio].userUnits.map((name) => ({ name, pointer: audioPointer, user: true }));
}

function present<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}
