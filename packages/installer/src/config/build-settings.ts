import { Secret } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { mainOf } from '../data/profiles.ts';
import { secretsInCommand } from './commands/command-secrets.ts';
import { toAccountExtension, toExtensionSettings } from './extension-settings.ts';
import { findLocale } from './locale.ts';
import { passwordForm } from './password.ts';
import { archinstallProfile, parseProfilePath } from './profile-path.ts';
import { knownRegions } from './checks/mirrors.ts';
import { usersOf } from './checks/users.ts';
import { findSecrets, SHORTEST_SECRET } from './secret-strings.ts';
import type {
  CustomCommand,
  HostCommands,
  MirrorRegion,
  MirrorServer,
  Network,
  Nic,
  Password,
  Profile,
  ProfileFile,
  Settings,
  User,
} from './settings.ts';
import type {
  Details,
  InstallerConfig,
  NicConfig,
  PasswordValue,
  SecretReference,
} from '../schema/types.gen.ts';
import { ownValue } from './own-value.ts';
import { parseServer, passwordOfLogin } from './mirror-server.ts';

export interface SettingsOptions {
  /** True if the `--advanced` option is passed; language and encoding take effect only then. */
  readonly advanced: boolean;
  /** The credentials' values by key. */
  readonly namedSecrets: Readonly<Record<string, unknown>>;
  /** All secret strings of the configuration and the credentials. */
  readonly secrets: readonly string[];
}

/** Builds the settings of a valid configuration, with all defaults. */
export function buildSettings(
  config: InstallerConfig,
  { advanced, namedSecrets, secrets }: SettingsOptions,
): Settings {
  const mirrors = Object.entries(config['mirror-region']).map(mirrorRegionWith(namedSecrets));
  const password = (value: PasswordValue | undefined): Password | undefined =>
    toPassword(value, namedSecrets);
  const rootPassword = password(config['!root-password']);
  const audio = config.audio_config?.audio;
  const profile = toProfile(config);
  const profileFile = toProfileFile(config);
  const repository = config['additional-repositories'];
  const accounts = config['x-writ']?.accounts ?? {};
  const users = usersOf(config).map(({ user }): User => {
    const given = password(user['!password']);
    return {
      name: user.username,
      ...defined({ password: given }),
      sudo: user.sudo ?? false,
      ...defined({ extension: toAccountExtension(ownValue(accounts, user.username)) }),
    };
  });
  const extension = toExtensionSettings(config, namedSecrets);
  const servers = [...mirrors, ...(extension.thirdParty ?? [])].flatMap((source) => source.servers);
  const known = [...secrets, ...loginPasswords(servers)];
  const toCommands = (list: WrittenCommands = []): CustomCommand[] =>
    list.map((item) => toCustomCommand(item, namedSecrets, known));
  return {
    hostname: config.hostname ?? 'archlinux',
    timezone: config.timezone ?? 'UTC',
    keyboard: config['keyboard-language'] ?? 'us',
    locale:
      (advanced ? findLocale(config['sys-language'], config['sys-encoding']).name : undefined) ??
      'en_US.UTF-8',
    bootloader: config.bootloader,
    uki: config.uki ?? false,
    kernels: [...new Set(config.kernels)],
    repositories: repository === undefined ? [] : [repository],
    mirrors,
    drives: config.harddrives ?? [],
    ...defined({ rootPassword }),
    users,
    packages: [...new Set(config.packages)],
    services: [...new Set(config.services)],
    customCommands: toCommands(config['custom-commands']),
    ...defined({ hostCommands: toHostCommands(toCommands, config['x-writ']?.commands) }),
    ntp: config.ntp ?? false,
    ...defined({ audio }),
    network: toNetwork(config),
    ...defined({ profile, profileFile }),
    ...extension,
  };
}

function toPassword(
  value: PasswordValue | undefined,
  secrets: Readonly<Record<string, unknown>>,
): Password | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') {
    return { kind: passwordForm(value) === 'hash' ? 'hash' : 'plain', value: new Secret(value) };
  }
  const given = Object.hasOwn(secrets, value.$secret) ? secrets[value.$secret] : undefined;
  return typeof given === 'string'
    ? toPassword(given, {})
    : { kind: 'missing', name: value.$secret, form: value.hash === true ? 'hash' : 'plain' };
}

function loginPasswords(servers: readonly MirrorServer[]): string[] {
  return servers
    .flatMap(({ userInfo }) => (userInfo instanceof Secret ? passwordOfLogin(userInfo) : []))
    .filter((text) => text.length >= SHORTEST_SECRET);
}

type WrittenCommands = NonNullable<InstallerConfig['custom-commands']>;

/** Returns the commands on the installing system; undefined if there are none. */
function toHostCommands(
  toCommands: (list?: WrittenCommands) => CustomCommand[],
  written: NonNullable<InstallerConfig['x-writ']>['commands'] = {},
): HostCommands | undefined {
  const commands = { early: toCommands(written.early), error: toCommands(written.error) };
  return commands.early.length + commands.error.length === 0 ? undefined : commands;
}

function toCustomCommand(
  item: WrittenCommands[number],
  secrets: Readonly<Record<string, unknown>>,
  known: readonly string[],
): CustomCommand {
  const text = typeof item === 'string' ? item : ownValue(secrets, item.$secret);
  if (typeof text !== 'string') return { kind: 'missing', name: (item as SecretReference).$secret };
  const contained = [...findSecrets(text, known), ...secretsInCommand(text)];
  if (typeof item === 'string' && contained.length === 0) return item;
  return { kind: 'secret', value: new Secret(text), secrets: contained.map((secret) => new Secret(secret)) };
}

function mirrorRegionWith(
  secrets: Readonly<Record<string, unknown>>,
): (entry: [string, InstallerConfig['mirror-region'][string]]) => MirrorRegion {
  return ([region, servers]) => {
    const used = Array.isArray(servers)
      ? servers.map(parseServer)
      : Object.entries(servers).flatMap(([address, value]) =>
          value === false ? [] : [withLogin(parseServer(address), value, secrets)],
        );
    const known = Object.hasOwn(knownRegions, region) ? (knownRegions[region] ?? []) : [];
    return used.length > 0
      ? { region, servers: used }
      : { region, servers: known.map(parseServer), shipped: true };
  };
}

function withLogin(
  server: MirrorServer,
  value: true | SecretReference,
  secrets: Readonly<Record<string, unknown>>,
): MirrorServer {
  if (value === true) return server;
  const given = Object.hasOwn(secrets, value.$secret) ? secrets[value.$secret] : undefined;
  const userInfo =
    typeof given === 'string' ? new Secret(given) : ({ kind: 'missing', name: value.$secret } as const);
  return { address: server.address, userInfo };
}

function toNetwork({
  network_config: config,
  'x-writ': { network: { bonds = [], vlans = [] } = {} } = {},
}: InstallerConfig): Network {
  const type = config?.type ?? 'none';
  if (type !== 'manual') return { type };
  return {
    type,
    nics: (config?.nics ?? []).map(toNic),
    ...(bonds.length === 0
      ? {}
      : {
          bonds: bonds.map(({ name, interfaces, mode = 'active-backup' }) => ({
            name,
            interfaces: [...new Set(interfaces)],
            mode,
          })),
        }),
    ...(vlans.length === 0 ? {} : { vlans: vlans.map(({ name, id, link }) => ({ name, id, link })) }),
  };
}

function toNic({ iface, dhcp, ip, gateway, dns = [] }: NicConfig): Nic {
  // With dhcp, ip and gateway have no effect.
  if (dhcp ?? ip === undefined) return { iface, dhcp: true, dns };
  return {
    iface,
    dhcp: false,
    ...defined({ ip, gateway }),
    dns,
  };
}

function toProfileFile({ profile }: InstallerConfig): ProfileFile | undefined {
  const { path, gfx_driver: gfxDriver, greeter_type: greeter } = profile ?? {};
  if (path === undefined || archinstallProfile(path)?.main !== undefined) return undefined;
  return {
    source: parseProfilePath(path),
    ...defined({ gfxDriver, greeter }),
  };
}

function toProfile({ profile, 'x-writ': { desktops = [] } = {} }: InstallerConfig): Profile | undefined {
  if (profile === undefined) return undefined;
  const own = archinstallProfile(profile.path);
  const details = (profile.details?.toLowerCase() as Details | undefined) ?? own?.details;
  const main = profile.main ?? own?.main ?? (details === undefined ? undefined : mainOf(details));
  if (main === undefined) return undefined;
  const splitWords = (text = ''): string[] => text.split(/\s+/).filter(Boolean);
  const isDesktop = main === 'desktop' || desktops.length > 0;
  const custom = main === 'custom' ? (profile.custom ?? []) : [];
  return {
    main,
    ...defined({ details }),
    ...(!isDesktop ? {} : { gfxDriver: profile.gfx_driver ?? 'All open-source (default)' }),
    ...(!isDesktop || profile.greeter_type === undefined ? {} : { greeter: profile.greeter_type }),
    custom: custom
      .filter(({ enabled }) => enabled !== false)
      .map(({ packages, services }) => ({ packages: splitWords(packages), services: splitWords(services) })),
  };
}
