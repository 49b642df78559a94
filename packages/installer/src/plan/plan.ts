import type { Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import type { Settings } from '../config/settings.ts';
import type { Facts } from '../facts/facts.ts';
import type { Loss } from '../facts/loss.ts';
import { identityOf, type ChosenTarget } from '../facts/chosen-target.ts';
import { canonicalJson, sha256 } from './digest.ts';
import { diskPart, type DiskPart } from './disk.ts';
import { GIB, homeLayout, systemLayout, type Drive, type Firmware } from './layout.ts';
import { startOf } from './machine.ts';
import type { Operation } from './operation.ts';
import { verifySystem } from './operations/image.ts';
import { leaveBehind } from './operations/left-behind.ts';
import { download, installPackages } from './operations/packages.ts';
import { passwordKindOf } from './operations/users.ts';
import type { Layout, Plan, PlannedTarget } from './plan-type.ts';
import { softwarePart, type SoftwareFacts, type SoftwarePart } from './software.ts';
import { namesOf, unique } from './wanted.ts';

export const DEFAULT_IMAGE_SIZE: number = 8 * GIB;

export interface PlanOptions {
  readonly firmware?: Firmware;
  /** Bytes. */
  readonly imageSize?: number;
  /** Hexadecimal digits. */
  readonly seed?: string;
  /** Seconds that one custom command may take. */
  readonly commandLimit?: number;
}

/** What a plan has to know besides the configuration. */
export interface PlanFacts {
  readonly target: ChosenTarget;
  /** A second drive, for /home. */
  readonly second?: ChosenTarget;
  /** The machine that the system is installed on; absent for an image, which is started elsewhere. */
  readonly machine?: Facts;
  /** What becomes of what is there today; printed, and no part of the digest. */
  readonly losses: readonly Loss[];
  readonly software?: SoftwareFacts;
}

/**
 * What an installation will do. Pure: the same settings, facts and options give the same plan. They must be ones
 * in which `judgeFit` finds no error.
 *
 * @throws RangeError when a target is too small for any layout
 */
export function plan(settings: Settings, facts: PlanFacts, options: PlanOptions): Plan {
  const start = startOf(facts.target, facts.machine, options.firmware);
  const seed = options.seed?.toLowerCase() ?? seedOf(settings, facts);
  const target = plannedTarget(facts.target, options, (drive) => systemLayout(drive, start.firmware, seed));
  const second =
    facts.second === undefined
      ? undefined
      : plannedTarget(facts.second, options, (drive) => homeLayout(drive, seed));
  const disk = diskPart(settings, { ...start, target, ...defined({ second }) });
  const software = softwarePart(settings, facts.software, options.commandLimit);
  const packages = unique([...disk.packages, ...software.packages]);
  const names = namesOf(packages);
  const operations = assemble(
    disk,
    software,
    download(names),
    installPackages(names, disk.made),
    settings.profileFile !== undefined,
  );
  const covered = {
    version: 1 as const,
    facts: { architecture: 'x86_64', ...start },
    requirements: {
      tools: disk.tools,
      ...software.needs,
      packages,
      programs: programsOf(operations),
      files: [...disk.files, ...software.files],
    },
    operations,
  };
  const targets = { target, ...defined({ second }) };
  const identities = [target, second].map((drive) => drive && withoutPath(drive));
  const findings: Diagnostic[] = [];
  return {
    ...covered,
    ...targets,
    digest: sha256(canonicalJson({ ...covered, targets: identities })),
    losses: facts.losses,
    findings,
  };
}

function plannedTarget(
  chosen: ChosenTarget,
  { imageSize = DEFAULT_IMAGE_SIZE }: PlanOptions,
  layoutFor: (drive: Drive) => Layout,
): PlannedTarget {
  const identity = identityOf(chosen);
  if (chosen.kind === 'image') {
    return { kind: 'image', path: chosen.path, identity, layout: layoutFor({ size: imageSize }) };
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

/** A disk that another start of the machine gives another name is the same disk. */
function withoutPath(target: PlannedTarget): Omit<PlannedTarget, 'path'> {
  const { path: _name, ...rest } = target;
  return rest;
}

/** What starts the machine stands before anything that the person wrote is run. */
function assemble(
  disk: DiskPart,
  software: SoftwarePart,
  downloading: Operation,
  installation: Operation,
  ownProfile: boolean,
): Operation[] {
  return [
    downloading,
    ...disk.prepare,
    ...disk.early,
    ...software.early,
    installation,
    disk.fstab,
    ...software.system,
    ...disk.loader,
    ...software.users,
    ...software.commands,
    verifySystem([installation, ...disk.loader, disk.fstab]),
    leaveBehind(ownProfile),
    ...disk.finish,
  ];
}

/** What commands in the tree start, and some package must bring. */
function programsOf(operations: readonly Operation[]): string[] {
  const started = operations
    .filter(({ when }) => when === undefined)
    .flatMap(({ commands }) => commands)
    .flatMap(({ where, argv }) => (where === 'chroot' ? (argv[0] ?? []) : []));
  return [...new Set(started)];
}

/** No digest covers a secret: what stands in its place is only whether it is one, and of which kind. */
export function seedOf(settings: Settings, { target, second }: PlanFacts): string {
  const { rootPassword, users, mirrors, customCommands } = settings;
  const withKinds = {
    ...settings,
    // However its disks are called there: which they are is known.
    drives: [],
    rootPassword: rootPassword && passwordKindOf(rootPassword),
    users: users.map((account) => ({
      ...account,
      password: account.password && passwordKindOf(account.password),
    })),
    customCommands: customCommands.map((command) => (typeof command === 'string' ? command : 'secret')),
    mirrors: mirrors.map(({ region, servers }) => ({
      region,
      servers: servers.map(({ address, userInfo }) => ({ address, secret: userInfo !== undefined })),
    })),
  };
  return sha256(
    canonicalJson({
      settings: withKinds,
      target: identityOf(target),
      ...(second === undefined ? {} : { second: identityOf(second) }),
    }),
  );
}
