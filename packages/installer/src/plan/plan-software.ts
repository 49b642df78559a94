import type { Settings } from '../config/settings.ts';
import { audioServers, soundFirmware } from '../data/audio.ts';
import type { ProfileDefinition } from '../data/definition.ts';
import { inParallel, inSequence, type Schedule } from './dependencies.ts';
import { planMirrors } from './plan-mirrors.ts';
import { planNetwork } from './plan-network.ts';
import type { MountPoint } from './mounts.ts';
import type { Operation } from './operation.ts';
import { startLoginScreen } from './operations/greeter.ts';
import { verifyBuiltModules } from './operations/built-modules.ts';
import { setKeyboard } from './operations/keyboard.ts';
import { ownMountPoints } from './operations/mount-points.ts';
import { writePresets } from './operations/presets.ts';
import { planProfileSteps } from './operations/profile-steps.ts';
import { enableRepositories, listRepositories } from './operations/repositories.ts';
import { addRepositories } from './operations/third-party.ts';
import { repositoryLogins, requireRepositories, signingKeys } from './plan-repositories.ts';
import { runCustomCommand, enableServices, enableUserServices } from './operations/services.ts';
import {
  setHostname,
  resetIdentity,
  setLocale,
  createPackageKeyring,
  setTimezone,
} from './operations/system.ts';
import {
  createUser,
  joinUserGroups,
  lockRoot,
  resolvePasswordKind,
  setPassword,
  setUpHome,
} from './operations/users.ts';
import type { Requirements, Requirement } from './plan.ts';
import { planFeatures } from './plan-features.ts';
import { planProfile, type ProfilePart } from './plan-profile.ts';
import { requirementNames, uniqueByName } from './requirements.ts';

/** Facts that the software part of a plan needs in addition to the configuration. */
export interface SoftwareFacts {
  /** The profile at `profile.path`. */
  readonly definition?: ProfileDefinition;
  /** Paths of the running system's network files, for a network of type `iso`. */
  readonly networkFiles?: readonly string[];
  /** Kernel modules of this machine's sound hardware; absent for an image, which boots elsewhere. */
  readonly soundModules?: readonly string[];
}

/** The part of a plan that is independent of the target: packages, settings, users, services, commands. */
export interface SoftwarePart {
  /** The mirrors and the requirements that they must meet. */
  readonly needs: Pick<
    Requirements,
    'repositories' | 'thirdParty' | 'mirrors' | 'choose' | 'logins' | 'units'
  >;
  readonly packages: readonly Requirement[];
  /** Paths, without the leading slash, that the packages must contain. */
  readonly files: readonly string[];
  /** Short operations after fstab, such as setting the host name, time zone, mirrors and network. */
  readonly settings: readonly Operation[];
  /** Operations that do not depend on the boot loader: locale, keyring, users, profile steps, services. */
  readonly configuration: Schedule;
  readonly commands: readonly Operation[];
}

export interface SoftwareOptions {
  /** Time limit of a custom command in seconds. */
  readonly commandLimit?: number;
  /** The mount points of the new system. */
  readonly mounts?: readonly MountPoint[];
}

export function planSoftware(
  settings: Settings,
  facts: SoftwareFacts = {},
  { commandLimit, mounts = [] }: SoftwareOptions = {},
): SoftwarePart {
  const { list, ...mirrors } = planMirrors(settings.mirrors);
  const profile = planProfile(settings, facts.definition);
  const network = planNetwork(settings.network, profile.desktop, facts.networkFiles);
  const features = planFeatures(settings);
  const steps = planProfileSteps(
    settings.profile?.details,
    settings.users.map(({ name }) => name),
  );
  const units = uniqueByName([
    ...ntpUnits(settings),
    ...network.units,
    ...profile.units,
    ...features.units,
    ...configuredUnits(settings),
  ]);
  const userUnits = sessionUnits(settings);
  return {
    needs: {
      repositories: [
        ...listRepositories(settings.repositories),
        ...(settings.thirdParty ?? []).map(({ name }) => name),
      ],
      ...(settings.thirdParty === undefined ? {} : { thirdParty: requireRepositories(settings.thirdParty) }),
      ...mirrors,
      logins: [...mirrors.logins, ...repositoryLogins(settings.thirdParty)],
      units: [...units, ...userUnits],
    },
    packages: [
      ...(settings.users.some((account) => account.sudo) ? [{ name: 'sudo' }] : []),
      ...profile.packages,
      ...audioPackages(settings, facts),
      ...network.packages,
      ...features.packages,
      ...settings.packages.map((name, index) => ({ name, pointer: `/packages/${index}` })),
    ],
    files: [
      ...(settings.timezone === 'UTC' ? [] : [`usr/share/zoneinfo/${settings.timezone}`]),
      ...steps.files,
      ...listShells(settings),
    ],
    settings: [
      ...(profile.builds === undefined ? [] : [verifyBuiltModules(profile.builds)]),
      setHostname(settings.hostname),
      ...listIfPresent(setKeyboard(settings.keyboard)),
      setTimezone(settings.timezone),
      list,
      ...listIfPresent(enableRepositories(settings.repositories)),
      ...listIfPresent(addRepositories(settings.thirdParty)),
      resetIdentity(),
      ...listIfPresent(network.operation),
      ...features.operations,
    ],
    configuration: inParallel(
      inSequence(
        // The operations on users run in sequence, because the programs that edit users lock the same files.
        inParallel(setLocale(settings.locale), inSequence(...userOperations(settings, profile, mounts))),
        // These operations follow the locale, because the databases of a server are initialized with it.
        ...steps.operations,
      ),
      createPackageKeyring(signingKeys(settings.thirdParty)),
      inSequence(
        ...(profile.greeter === undefined ? [] : [startLoginScreen(profile.greeter)]),
        ...listIfPresent(writePresets(requirementNames(units))),
        ...(units.length === 0 ? [] : [enableServices(requirementNames(units))]),
        ...(userUnits.length === 0 ? [] : [enableUserServices(requirementNames(userUnits))]),
      ),
    ),
    commands: settings.customCommands.map((text, index) => runCustomCommand(text, index + 1, commandLimit)),
  };
}

function userOperations(
  { users, rootPassword }: Settings,
  { userGroups }: ProfilePart,
  mounts: readonly MountPoint[],
): Operation[] {
  const kept = mounts.flatMap(({ mountPoint, isKept }) => (isKept ? [mountPoint] : []));
  const names = users.map(({ name }) => name);
  return [
    ...users.flatMap((account) => [
      createUser(account, userGroups, kept, names),
      ...ownMountPoints(account.name, mounts),
      ...listIfPresent(setUpHome(account)),
      ...(account.password === undefined
        ? []
        : [setPassword(account.name, resolvePasswordKind(account.password))]),
    ]),
    ...joinUserGroups(users, userGroups),
    rootPassword === undefined ? lockRoot() : setPassword('root', resolvePasswordKind(rootPassword)),
  ];
}

/** Lists the login shells by their paths in packages, in which /bin is /usr/bin. */
function listShells({ users }: Settings): string[] {
  const shells = users.flatMap(({ extension }) => extension?.shell ?? []);
  return [...new Set(shells.map((shell) => shell.slice(1).replace(/^bin\//, 'usr/bin/')))];
}

function ntpUnits({ ntp }: Settings): Requirement[] {
  return ntp ? [{ name: 'systemd-timesyncd.service', pointer: '/ntp' }] : [];
}

function configuredUnits({ services: wanted }: Settings): Requirement[] {
  return wanted.map((name, index) => ({ name, pointer: `/services/${index}` }));
}

const audioPointer = '/audio_config/audio';

function audioPackages({ audio }: Settings, { soundModules = [] }: SoftwareFacts): Requirement[] {
  if (audio === undefined) return [];
  const names = [...audioServers[audio].packages, ...soundFirmware(soundModules)];
  return names.map((name) => ({ name, pointer: audioPointer }));
}

function sessionUnits({ audio }: Settings): Requirement[] {
  if (audio === undefined) return [];
  return audioServers[audio].userUnits.map((name) => ({ name, pointer: audioPointer, user: true }));
}

function listIfPresent<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}
