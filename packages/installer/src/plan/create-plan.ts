import type { Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import type { CustomCommand, MirrorServer, Settings } from '../config/settings.ts';
import type { Disk, Facts } from '../facts/facts.ts';
import type { Loss } from '../facts/loss.ts';
import { identityOf, type ChosenTarget } from '../facts/chosen-target.ts';
import { inParallel, inSequence, listOperations } from './dependencies.ts';
import { canonicalJson, sha256 } from './digest.ts';
import { planDisk, type DiskPart } from './plan-disk.ts';
import { digestOf } from './plan-digest.ts';
import { withLostPartitions } from './lost-partitions.ts';
import { folderLayout } from './folder-layout.ts';
import { GIB, type Drive, type Firmware, type LayoutSettings } from './layout.ts';
import { homeLayout, mirroredLayout, systemLayout } from './system-layout.ts';
import { resolveBootFacts } from './boot-facts.ts';
import { listedLayout } from './listed-layout.ts';
import { listMountPoints } from './mounts.ts';
import type { Operation } from './operation.ts';
import { verifySystem } from './operations/image.ts';
import { planHostCommands } from './operations/host-commands.ts';
import { writeInstallRecord } from './operations/install-record.ts';
import { downloadPackages, installPackages } from './operations/packages.ts';
import { resolvePasswordKind } from './operations/users.ts';
import type { Layout, Plan, PlannedTarget } from './plan.ts';
import { signingKeys, unsignedLosses } from './plan-repositories.ts';
import { planSoftware, type SoftwareFacts, type SoftwarePart } from './plan-software.ts';
import { describeLosses, withBootCode } from './kept-losses.ts';
import { PASSPHRASE } from './secret-names.ts';
import { requirementNames, uniqueByName } from './requirements.ts';
import { bashTool } from './tools.ts';

export const DEFAULT_IMAGE_SIZE: number = 8 * GIB;

export interface PlanOptions {
  readonly firmware?: Firmware;
  /** Size of the image in bytes (default: 8 GiB). */
  readonly imageSize?: number;
  /** Hexadecimal digits from which UUIDs are derived (default: derived from the settings and the targets). */
  readonly seed?: string;
  /** Time limit of a custom, early or error command in seconds (default: 600). */
  readonly commandLimit?: number;
}

/** Facts that a plan needs in addition to the configuration. */
export interface PlanFacts {
  readonly target: ChosenTarget;
  /** A second drive, for /home or for RAID. */
  readonly second?: ChosenTarget;
  /** The machine that Writ installs the system on; absent for an image, which boots elsewhere. */
  readonly machine?: Facts;
  /**
   * The data that the installation will erase. The plan lists it, but the digest does not cover
   * it.
   */
  readonly losses: readonly Loss[];
  readonly software?: SoftwareFacts;
}

/**
 * Creates the plan for an installation. This is a pure function: the same settings, facts and options produce
 * the same plan. Call it only if `checkFit` reports no errors for them.
 *
 * @throws RangeError if a target is too small for any layout
 */
export function createPlan(settings: Settings, facts: PlanFacts, options: PlanOptions): Plan {
  const start = resolveBootFacts(facts.target, facts.machine, options.firmware);
  const seed = options.seed?.toLowerCase() ?? deriveSeed(settings, facts);
  const layoutSettings = layoutSettingsOf(settings, facts);
  const isListed = layoutSettings.disk?.partitions !== undefined;
  const isRaid = layoutSettings.disk?.raid !== undefined;
  // An array is as large as its smaller member.
  const limited = (drive: Drive): Drive =>
    isRaid ? { ...drive, size: Math.min(...drivesOf(facts).map(({ size }) => size)) } : drive;
  const target = planTarget(facts.target, start.firmware, options, (drive) =>
    isListed
      ? listedLayout(drive, 0, seed, layoutSettings)
      : systemLayout(limited(drive), start.firmware, seed, layoutSettings),
  );
  const second =
    facts.second === undefined
      ? undefined
      : planTarget(facts.second, start.firmware, options, (drive) =>
          isListed
            ? listedLayout(drive, 1, seed, layoutSettings)
            : isRaid
              ? mirroredLayout(limited(drive), start.firmware, seed, layoutSettings)
              : homeLayout(drive, seed, layoutSettings),
        );
  const disk = planDisk(settings, { ...start, target, ...defined({ second }) });
  const software = planSoftware(settings, facts.software, {
    ...defined({ commandLimit: options.commandLimit }),
    mounts: listMountPoints(second === undefined ? [target] : [target, second]),
  });
  const packages = uniqueByName([...disk.packages, ...software.packages]);
  const names = requirementNames(packages);
  const hostCommands = settings.hostCommands && planHostCommands(settings.hostCommands, options.commandLimit);
  const operations = orderOperations(
    disk,
    software,
    downloadPackages(names),
    installPackages(names, signingKeys(settings.thirdParty)),
    settings.profileFile !== undefined,
  );
  const covered = {
    version: 1 as const,
    facts: { architecture: 'x86_64', ...start },
    requirements: {
      tools: hostCommands === undefined ? disk.tools : [...disk.tools, bashTool],
      ...defined({ root: disk.root }),
      ...software.needs,
      packages,
      programs: listPrograms(operations),
      files: [...disk.files, ...software.files],
    },
    ...defined({ hostCommands }),
    operations,
  };
  const targets = withLostPartitions({ target, ...defined({ second }) }, facts);
  const findings: Diagnostic[] = [];
  return {
    ...covered,
    ...targets,
    digest: digestOf({ ...covered, ...targets }),
    losses: [
      ...describeLosses(facts, [target, second]).map((loss) => withBootCode(loss, target)),
      ...unsignedLosses(settings.thirdParty),
    ],
    findings,
  };
}

/** Returns the settings of a plan that determine the partitions. */
export function layoutSettingsOf(
  { disk, swap }: Settings,
  { second }: Pick<PlanFacts, 'second'>,
): LayoutSettings {
  return { ...defined({ disk, swap }), hasSecondDrive: second !== undefined && disk?.raid === undefined };
}

/** Returns the disks of a plan; empty for an image. */
export function drivesOf({ target, second }: Pick<PlanFacts, 'target' | 'second'>): Disk[] {
  return [target, second].flatMap((chosen) => (chosen?.kind === 'device' ? [chosen.disk] : []));
}

function planTarget(
  chosen: ChosenTarget,
  firmware: Firmware,
  { imageSize = DEFAULT_IMAGE_SIZE }: PlanOptions,
  layoutFor: (drive: Drive) => Layout,
): PlannedTarget {
  const identity = identityOf(chosen);
  if (chosen.kind === 'image') {
    return { kind: 'image', path: chosen.path, identity, layout: layoutFor({ size: imageSize }) };
  }
  if (chosen.kind === 'folder') {
    const { path, mounts, bootDisk } = chosen;
    const retained = mounts.flatMap(({ isRetained, mountPoint }) => (isRetained ? [mountPoint] : []));
    const layout = folderLayout(chosen, firmware);
    return { kind: 'folder', path, identity, bootDisk: bootDisk.path, retained, layout };
  }
  const { path, model, serial, wwn, backingFile } = chosen.disk;
  return {
    kind: 'device',
    path,
    identity,
    ...defined({ model, serial, wwn, backingFile }),
    layout: layoutFor(chosen.disk),
  };
}

/**
 * Orders the operations. Custom commands run after the boot files and all settings are written, because the
 * commands may read and change any file.
 */
function orderOperations(
  disk: DiskPart,
  software: SoftwarePart,
  downloading: Operation,
  installation: Operation,
  ownProfile: boolean,
): Operation[] {
  return listOperations(
    inSequence(
      downloading,
      ...disk.prepare,
      ...disk.early,
      installation,
      ...disk.mounts,
      ...software.settings,
      inParallel(disk.boot, software.configuration),
      ...software.commands,
      verifySystem([...disk.bootOperations, ...disk.mounts]),
      writeInstallRecord(ownProfile),
      disk.finish,
    ),
  );
}

/**
 * Lists the programs that commands run in the new system. The packages must contain these programs. Operations that
 * a run may skip are omitted.
 */
function listPrograms(operations: readonly Operation[]): string[] {
  const started = operations
    .filter(({ when, completes }) => when === undefined && completes === undefined)
    .flatMap(({ commands }) => commands)
    .flatMap(({ where, argv }) => (where === 'chroot' ? (argv[0] ?? []) : []));
  return [...new Set(started)];
}

/**
 * Derives the seed from settings and targets. The seed depends on the presence and kind of each secret, but not
 * on its value.
 */
export function deriveSeed(settings: Settings, { target, second }: PlanFacts): string {
  const { rootPassword, users, mirrors, thirdParty, customCommands, hostCommands, disk } = settings;
  const withoutSecrets = (commands: readonly CustomCommand[]): string[] =>
    commands.map((command) => (typeof command === 'string' ? command : 'secret'));
  const withoutLogin = ({ address, userInfo }: MirrorServer): object => ({
    address,
    secret: userInfo !== undefined,
  });
  const withKinds = {
    ...settings,
    // Disk names are excluded, because the seed includes the disks' identities instead.
    drives: [],
    rootPassword: rootPassword && resolvePasswordKind(rootPassword),
    ...(disk?.luks === undefined
      ? {}
      : { disk: { ...disk, luks: { ...disk.luks, passphrase: PASSPHRASE } } }),
    users: users.map((account) => ({
      ...account,
      password: account.password && resolvePasswordKind(account.password),
    })),
    customCommands: withoutSecrets(customCommands),
    ...(hostCommands === undefined
      ? {}
      : {
          hostCommands: {
            early: withoutSecrets(hostCommands.early),
            error: withoutSecrets(hostCommands.error),
          },
        }),
    mirrors: mirrors.map(({ region, servers }) => ({
      region,
      servers: servers.map(withoutLogin),
    })),
    ...(thirdParty === undefined
      ? {}
      : {
          thirdParty: thirdParty.map((repository) => ({
            ...repository,
            servers: repository.servers.map(withoutLogin),
          })),
        }),
  };
  return sha256(
    canonicalJson({
      settings: withKinds,
      target: identityOf(target),
      ...(second === undefined ? {} : { second: identityOf(second) }),
    }),
  );
}
