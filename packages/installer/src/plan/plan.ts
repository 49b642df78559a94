import type { Diagnostic } from '@writ/diagnostics';
import type { Settings } from '../config/settings.ts';
import { canonicalJson, sha256 } from './digest.ts';
import { diskPart, type DiskPart } from './disk.ts';
import { GIB, uefiLayout } from './layout.ts';
import type { Operation } from './operation.ts';
import { verifySystem } from './operations/image.ts';
import { download, installPackages } from './operations/packages.ts';
import { passwordKindOf } from './operations/users.ts';
import type { Loss, Plan, PlannedTarget } from './plan-type.ts';
import { softwarePart, type SoftwareFacts, type SoftwarePart } from './software.ts';
import { namesOf, unique } from './wanted.ts';

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
  readonly software?: SoftwareFacts;
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
  const disk = diskPart(settings, layout);
  const software = softwarePart(settings, facts.software);
  const packages = unique([...disk.packages, ...software.packages]);
  const names = namesOf(packages);
  const operations = assemble(disk, software, download(names), installPackages(names, settings.kernels));
  const covered = {
    version: 1 as const,
    target,
    facts: { architecture: 'x86_64', firmware: 'uefi' },
    requirements: {
      tools: disk.tools,
      ...software.needs,
      packages,
      programs: programsOf(operations),
      files: [...disk.files, ...software.files],
    },
    operations,
  };
  const findings: Diagnostic[] = [];
  return { ...covered, digest: sha256(canonicalJson(covered)), losses: facts.losses, findings };
}

/** What starts the machine stands before anything that the person wrote is run. */
function assemble(
  disk: DiskPart,
  software: SoftwarePart,
  downloading: Operation,
  installation: Operation,
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
function seedOf(settings: Settings, identity: string): string {
  const { rootPassword, users, mirrors } = settings;
  const withKinds = {
    ...settings,
    rootPassword: rootPassword && passwordKindOf(rootPassword),
    users: users.map((account) => ({
      ...account,
      password: account.password && passwordKindOf(account.password),
    })),
    mirrors: mirrors.map(({ region, servers }) => ({
      region,
      servers: servers.map(({ address, userInfo }) => ({ address, secret: userInfo !== undefined })),
    })),
  };
  return sha256(canonicalJson({ settings: withKinds, target: identity }));
}
