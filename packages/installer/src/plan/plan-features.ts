import type { Settings, ZramSwap } from '../config/settings.ts';
import { features, firewalls, powerServices, type FeatureDefinition } from '../data/features.ts';
import { snapshotPrograms } from '../data/snapshots.ts';
import type { Operation } from './operation.ts';
import { chrootCommand, defineOperation } from './operations/define-operation.ts';
import { treeFile, writeFiles } from './operations/tree-files.ts';
import type { Requirement } from './plan.ts';

/** The part of a plan that `x-writ.features` and `x-writ.swap` contribute, and the programs that create snapshots. */
export interface FeaturePart {
  readonly packages: readonly Requirement[];
  readonly units: readonly Requirement[];
  readonly operations: readonly Operation[];
}

const POINTER = '/x-writ/features';

export function planFeatures({ features: chosen = {}, swap, disk }: Settings): FeaturePart {
  const { power, firewall } = chosen;
  const switches = (['bluetooth', 'printing', 'fonts'] as const).filter((name) => chosen[name] === true);
  const snapshots = disk?.fileSystem?.kind === 'btrfs' ? disk.fileSystem.snapshots : undefined;
  const parts: (FeatureDefinition & { readonly pointer: string })[] = [
    ...switches.map((name) => ({ ...features[name], pointer: `${POINTER}/${name}` })),
    ...(power === undefined ? [] : [{ ...powerServices[power], pointer: `${POINTER}/power` }]),
    ...(firewall === undefined ? [] : [{ ...firewalls[firewall], pointer: `${POINTER}/firewall` }]),
    ...(snapshots === undefined
      ? []
      : [{ ...snapshotPrograms[snapshots], pointer: '/x-writ/disk/btrfs/snapshots' }]),
    ...(swap?.kind === 'zram'
      ? [{ packages: ['zram-generator'], services: [], pointer: '/x-writ/swap' }]
      : []),
  ];
  return {
    packages: parts.flatMap(({ packages, pointer }) => packages.map((name) => ({ name, pointer }))),
    units: parts.flatMap(({ services, pointer }) => services.map((name) => ({ name, pointer }))),
    operations: [
      ...(swap?.kind === 'zram' ? [configureZram(swap)] : []),
      ...(firewall === 'ufw' ? [enableUfw()] : []),
    ],
  };
}

/** Returns the operation that configures the generator, which creates the swap device at every boot. */
function configureZram({ size }: ZramSwap): Operation {
  const [value, words] =
    size === undefined
      ? ['min(ram / 2, 4096)', 'half of the memory, at most 4 GiB']
      : [String(size), `${size} MiB`];
  return writeFiles(
    { id: 'swap', title: `Configure swap space in compressed memory: ${words}`, stage: 'system' },
    treeFile(
      '/etc/systemd/zram-generator.conf',
      `[zram0]\nzram-size = ${value}\ncompression-algorithm = zstd\n`,
    ),
  );
}

/**
 * Returns the operation that enables ufw in its settings. The ufw service does nothing while `ENABLED` is `no`, the
 * package's default.
 */
function enableUfw(): Operation {
  return defineOperation({
    id: 'firewall',
    title: 'Enable the firewall ufw, which rejects incoming connections',
    stage: 'system',
    commands: [chrootCommand('sed', '-i', 's/^ENABLED=.*/ENABLED=yes/', '/etc/ufw/ufw.conf')],
    verify: [{ kind: 'contains', path: '{tree}/etc/ufw/ufw.conf', pattern: '^ENABLED=yes$' }],
  });
}
