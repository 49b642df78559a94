/**
 * Installs and boots combinations that cover all pairs of boot options, and checks the booted machines.
 * `WRIT_MATRIX=1/1` boots every combination and every layout, and `WRIT_MATRIX=2/6` every sixth; see docs/testing.md.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildMirror, serveMirror, type MirrorServer, type SetName } from '@writ/mirror';
import { afterAll, beforeAll, describe, it, expect, vi } from 'vitest';
import {
  allBoots,
  bootsOfPart,
  chosenBoots,
  configurationOf,
  mirrorSetOf,
  bootTitle,
  type Boot,
} from '../../scripts/boots/boots.ts';
import {
  allLayouts,
  layoutConfiguration,
  layoutTitle,
  mirrorSetOfLayout,
  mountsOf,
  type BootedLayout,
} from '../../scripts/boots/layouts.ts';
import { answer, expectSystem, unlock, type Expected } from './assertions.ts';
import { expectChoices } from './boot-choices.ts';
import { passphrase, Workbench } from '../installation.ts';
import { hasLoopDevices } from '../loop-disk.ts';
import { emulated, Machine, NEW_VARIABLES, NIC, type MachineOptions } from './qemu.ts';

// On two processors, booting two machines takes little longer than booting one.
vi.setConfig({ maxConcurrency: 2 });

/** Time in milliseconds until every unit has stopped. */
const STOP_LIMIT = 10 * 60_000;

const servers: Partial<Record<SetName, MirrorServer>> = {};
const caches = mkdtempSync(join(tmpdir(), 'writ-e2e-cache-'));

beforeAll(async () => {
  for (const set of ['tiny', 'full'] as const) {
    const { root } = await buildMirror({ set, log: (line) => console.log(line) });
    servers[set] = await serveMirror(root);
  }
});

afterAll(async () => {
  for (const server of Object.values(servers)) await server.close();
  rmSync(caches, { recursive: true, force: true });
});

const part = process.env['WRIT_MATRIX'];
const boots = part === undefined ? chosenBoots : bootsOfPart(part, allBoots);
/** The layouts, which only the matrix boots. */
const layouts = part === undefined ? [] : bootsOfPart(part, allLayouts);

interface Restart {
  /** The boot after which the machine is restarted. */
  readonly of: Boot | undefined;
  readonly prepare?: (machine: Machine) => Promise<void>;
  readonly by: string;
  readonly kernel: string;
}

/** The same boot in every part of the matrix, so that only one part restarts a machine. */
const first = (isMeant: (boot: Boot) => boolean): Boot | undefined =>
  (part === undefined ? chosenBoots : allBoots).find(isMeant);

const restarts: readonly Restart[] = [
  {
    of: first((boot) => boot.loader === 'systemd-bootctl' && boot.kernels !== 'linux' && !boot.unified),
    by: 'systemctl reboot --boot-loader-entry=arch-linux-lts.conf',
    kernel: 'linux-lts',
  },
  {
    of: first((boot) => boot.loader === 'grub-install' && boot.firmware === 'uefi'),
    prepare: async (machine) => {
      const made = await machine.run('grub-mkconfig -o /boot/grub/grub.cfg', 10 * 60_000);
      expect(made.status, made.output).toBe(0);
    },
    by: 'systemctl reboot',
    kernel: 'linux',
  },
];

function expectedOf({ firmware, drives }: Boot): Expected {
  return {
    hostname: 'demonstration',
    kernel: 'linux',
    mounts: {
      '/': 'ext4',
      ...(firmware === 'uefi' && { '/boot': 'vfat' }),
      ...(drives === 2 && { '/home': 'ext4' }),
    },
  };
}

/** Installs, boots and checks a machine, and restarts some machines. */
async function expectBoots(boot: Boot): Promise<void> {
  using bench = new Workbench(configurationOf(boot, NIC));
  const set = mirrorSetOf(boot);
  const mirror = servers[set]!;
  const further = boot.drives === 2 ? [bench.second] : [];
  const args = ['--firmware', boot.firmware, ...further.flatMap((path) => ['--target', path])];
  // Separate caches, because the two mirrors contain packages with the same names.
  const run = await bench.install(mirror.address, args, { cache: join(caches, set) });
  expect(run.status, run.stderr).toBe(0);

  const drives = [bench.target, ...further];
  const variables = join(bench.folder, 'variables.fd');
  copyFileSync(NEW_VARIABLES, variables);
  const { firmware } = boot;
  const options: MachineOptions = { firmware, network: boot.network !== 'none', variables, keeps: true };
  const expected = expectedOf(boot);
  const restart = restarts.find(({ of }) => of === boot);
  {
    await using machine = new Machine(drives, options);
    await expectSystem(machine, expected);
    await expectChoices(machine, boot, mirror);
    if (restart === undefined) return;
    await restart.prepare?.(machine);
    machine.send(`${restart.by}\n`);
    await machine.off(STOP_LIMIT);
  }
  await using machine = new Machine(drives, options);
  await expectSystem(machine, { ...expected, kernel: restart.kernel });
}

async function expectLayout(layout: BootedLayout): Promise<void> {
  using bench = new Workbench(layoutConfiguration(layout, passphrase));
  const { firmware, encrypted } = layout;
  // An encrypted image is not sparse.
  const args = ['--firmware', firmware, '--image-size', '2560M'];
  const set = mirrorSetOfLayout(layout);
  const run = await bench.install(servers[set]!.address, args, { cache: join(caches, set) });
  expect(run.status, run.stderr).toBe(0);

  await using machine = new Machine([bench.target], { firmware });
  if (encrypted) await unlock(machine);
  await expectSystem(machine, { hostname: 'demonstration', kernel: 'linux', mounts: mountsOf(layout) });
  const volume = await answer(machine, 'cat /sys/block/dm-0/dm/uuid 2> /dev/null');
  expect(volume).toMatch(encrypted ? /^CRYPT-LUKS2-.*-root$/ : /^$/);
}

describe.concurrent('an installed machine', { ...emulated, timeout: 45 * 60_000 }, () => {
  it.each(boots.map((boot) => [bootTitle(boot), boot] as const))('%s', (_title, boot) => expectBoots(boot));

  // An image with btrfs or XFS is filled while it is mounted.
  it.skipIf(!hasLoopDevices()).each(layouts.map((layout) => [layoutTitle(layout), layout] as const))(
    '%s',
    (_title, layout) => expectLayout(layout),
  );
});
