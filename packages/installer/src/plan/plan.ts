import type { Diagnostic, Secret } from '@writ/diagnostics';
import type { Password, Settings } from '../config/settings.ts';
import { canonicalJson, sha256 } from './digest.ts';
import { GIB, uefiLayout } from './layout.ts';
import type { Operation } from './operation.ts';
import { imageOperations, verifySystem } from './operations/image.ts';
import { systemdBoot, SYSTEMD_BOOT } from './operations/loader.ts';
import { download, earlyFiles, installPackages, makeTree } from './operations/packages.ts';
import { customCommand, services } from './operations/services.ts';
import {
  fstab,
  hostname,
  imageIdentity,
  locale,
  mirrorlist,
  packageKeyring,
  timezone,
} from './operations/system.ts';
import { createUser, lockRoot, passwordSecret, setPassword, type PasswordKind } from './operations/users.ts';
import type { Layout, Loss, Plan, PlannedTarget, Requirements, Wanted } from './plan-type.ts';
import { imageTools } from './tools.ts';

export const DEFAULT_IMAGE_SIZE: number = 8 * GIB;

export interface PlanOptions {
  readonly firmware?: 'uefi' | 'bios';
  /** Bytes. */
  readonly imageSize?: number;
  /** Hexadecimal digits. */
  readonly seed?: string;
}

/** What a plan has to know besides the configuration. */
export interface PlanFacts {
  /** Absolute path of the image. */
  readonly path: string;
  /** What becomes of what is there today; printed, and no part of the digest. */
  readonly losses: readonly Loss[];
}

/**
 * What an installation will do. Pure: the same settings, facts and options give the same plan. The settings
 * must be ones that `notBuiltYet` has nothing against.
 *
 * @throws RangeError when the image is too small for any layout
 */
export function plan(settings: Settings, facts: PlanFacts, options: PlanOptions): Plan {
  const identity = `image:${facts.path}`;
  const seed = options.seed?.toLowerCase() ?? seedOf(settings, identity);
  const layout = uefiLayout(options.imageSize ?? DEFAULT_IMAGE_SIZE, seed);
  const target: PlannedTarget = { kind: 'image', path: facts.path, identity, layout };
  const packages = packagesOf(settings);
  const operations = operationsOf(settings, layout, namesOf(packages));
  const covered = {
    version: 1 as const,
    target,
    facts: { architecture: 'x86_64', firmware: 'uefi' },
    requirements: requirementsOf(settings, packages, operations),
    operations,
  };
  const findings: Diagnostic[] = [];
  return { ...covered, digest: sha256(canonicalJson(covered)), losses: facts.losses, findings };
}

/** No digest covers a secret: what stands in its place is only whether it is one, and of which kind. */
function seedOf(settings: Settings, identity: string): string {
  const { rootPassword, users, mirrors } = settings;
  const withKinds = {
    ...settings,
    rootPassword: rootPassword && kindOf(rootPassword),
    users: users.map((account) => ({ ...account, password: account.password && kindOf(account.password) })),
    mirrors: mirrors.map(({ region, servers }) => ({
      region,
      servers: servers.map(({ address, userInfo }) => ({ address, secret: userInfo !== undefined })),
    })),
  };
  return sha256(canonicalJson({ settings: withKinds, target: identity }));
}

/** A password that is still to be given is planned as a plain one. */
function kindOf(given: Password): PasswordKind {
  return given.kind === 'hash' ? 'hash' : 'plain';
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

function operationsOf(settings: Settings, layout: Layout, packages: readonly string[]): Operation[] {
  const { kernels, users, rootPassword } = settings;
  const commandLine = commandLineOf(layout);
  const loader = systemdBoot(kernels, commandLine);
  const table = fstab(layout);
  const installation = installPackages(packages, kernels);
  const units = namesOf(unitsOf(settings));
  return [
    download(packages),
    makeTree(),
    earlyFiles(settings.keyboard, commandLine),
    installation,
    table,
    hostname(settings.hostname),
    locale(settings.locale),
    timezone(settings.timezone),
    mirrorlist(settings.mirrors),
    packageKeyring(),
    imageIdentity(),
    loader,
    ...users.flatMap((account) => [
      createUser(account),
      ...(account.password === undefined ? [] : [setPassword(account.name, kindOf(account.password))]),
    ]),
    rootPassword === undefined ? lockRoot() : setPassword('root', kindOf(rootPassword)),
    ...(units.length === 0 ? [] : [services(units)]),
    ...settings.customCommands.map((text, index) => customCommand(text, index + 1)),
    verifySystem([installation, loader, table]),
    ...imageOperations(layout),
  ];
}

/** Virtual machines are what images are started in: the last console is the one that boot messages go to. */
function commandLineOf({ partitions }: Layout): string {
  const root = partitions.find(({ mountPoint }) => mountPoint === '/');
  return `root=UUID=${root?.fileSystemId} rw console=tty0 console=ttyS0,115200`;
}

function packagesOf({ kernels, users, packages }: Settings): Wanted[] {
  const sudo = users.some((account) => account.sudo) ? [{ name: 'sudo' }] : [];
  return unique([
    { name: 'base' },
    { name: 'mkinitcpio' },
    ...kernels.map((name, index) => ({ name, pointer: `/kernels/${index}` })),
    ...sudo,
    ...packages.map((name, index) => ({ name, pointer: `/packages/${index}` })),
  ]);
}

function unitsOf({ ntp, services: wanted }: Settings): Wanted[] {
  return unique([
    ...(ntp ? [{ name: 'systemd-timesyncd.service', pointer: '/ntp' }] : []),
    ...wanted.map((name, index) => ({ name, pointer: `/services/${index}` })),
  ]);
}

/** The first of each name. */
function unique(wanted: readonly Wanted[]): Wanted[] {
  return [...new Map(wanted.toReversed().map((item) => [item.name, item])).values()].toReversed();
}

function namesOf(wanted: readonly Wanted[]): string[] {
  return wanted.map(({ name }) => name);
}

function requirementsOf(
  settings: Settings,
  packages: readonly Wanted[],
  operations: readonly Operation[],
): Requirements {
  const started = operations
    .filter(({ when }) => when === undefined)
    .flatMap(({ commands }) => commands)
    .flatMap(({ where, argv }) => (where === 'chroot' ? (argv[0] ?? []) : []));
  const zone = settings.timezone === 'UTC' ? [] : [`usr/share/zoneinfo/${settings.timezone}`];
  return {
    tools: imageTools,
    mirrors: settings.mirrors.flatMap(({ servers }) => servers.map(({ address }) => address)),
    repositories: ['core', 'extra'],
    packages,
    units: unitsOf(settings),
    programs: [...new Set(started)],
    files: [SYSTEMD_BOOT, ...zone],
  };
}
