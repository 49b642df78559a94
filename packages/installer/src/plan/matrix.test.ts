/**
 * Every combination of boot loader, firmware and target kind produces a valid plan or the expected
 * finding.
 */
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './digest.ts';
import { stages } from './operation.ts';
import type { Plan } from './plan.ts';
import { renderPlan } from './render-plan.ts';
import { planFor, type PlannedCase } from './testing.ts';

const loaders = ['systemd-bootctl', 'grub-install', 'efistub'] as const;

const targets: Readonly<Record<string, PlannedCase>> = {
  'an image for UEFI': {},
  'an image for BIOS': { firmware: 'bios' },
  'two images': { targets: ['/images/a.img', '/images/b.img'] },
  'a laptop': { machine: 'uefi-laptop', targets: ['/dev/nvme0n1'] },
  'a laptop for BIOS': { machine: 'uefi-laptop', targets: ['/dev/nvme0n1'], firmware: 'bios' },
  'a server': { machine: 'bios-server', targets: ['/dev/sda', '/dev/sdb'] },
  'a server for UEFI': { machine: 'bios-server', targets: ['/dev/sda'], firmware: 'uefi' },
  'a virtual machine': { machine: 'qemu-uefi', targets: ['/dev/vda'] },
  'a disk with large sectors': { machine: 'live-usb-4kn', targets: ['/dev/nvme0n1'] },
};

const startsWithBios = new Set(['an image for BIOS', 'a laptop for BIOS', 'a server']);

function expectedRule(name: string, loader: string, uki: boolean): string | undefined {
  if (uki && loader === 'grub-install') return 'uki-needs-efi-loader';
  return startsWithBios.has(name) && loader !== 'grub-install' ? 'loader-needs-uefi' : undefined;
}

function expectRules(plan: Plan): void {
  const { operations } = plan;
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  const order = operations.map(({ stage }) => stages.indexOf(stage));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  for (const { id, verify, limit, weight, files, undo } of operations) {
    expect([id, verify.length > 0, limit > 0, weight > 0]).toEqual([id, true, true, true]);
    for (const { path } of files) expect(path).toMatch(/^\{tree\}\/(?!.*\.\.)/);
    if (undo.kind === 'again-from') expect(operations.map((one) => one.id)).toContain(undo.from);
  }
  const known = new Set(['tree', 'work', 'image', 'target', 'folder', 'second', 'home', 'cache', 'scratch']);
  const argv = operations.flatMap(({ commands }) =>
    commands.filter(({ where }) => where !== 'chroot').flatMap((command) => command.argv),
  );
  for (const [, place = ''] of argv.join(' ').matchAll(/\{([a-z]+)\}/g)) expect(known).toContain(place);
  expect(renderPlan(plan) + renderPlan(plan, 'json')).not.toContain('canary');
}

describe.each(loaders)('the plan for %s', (bootloader) => {
  describe.each([false, true])('with unified images: %s', (uki) => {
    it.each(Object.keys(targets))(
      'is valid for %s, or is refused with the expected finding',
      async (name) => {
        const config = {
          bootloader,
          uki,
          kernels: ['linux-zen', 'linux', 'linux-hardened'],
          'mirror-region': { Here: ['http://127.0.0.1:7879/$repo/os/$arch'] },
          '!root-password': 'canary',
        };
        const { plan, findings } = await planFor(config, targets[name]);
        const rule = expectedRule(name, bootloader, uki);
        const errors = findings.filter(({ severity }) => severity === 'error').map((finding) => finding.rule);
        expect(errors).toEqual(rule === undefined ? [] : [rule]);
        expect(plan === undefined).toBe(rule !== undefined);
        if (plan === undefined) return;
        expectRules(plan);
        const again = await planFor(config, targets[name]);
        expect(canonicalJson(again.plan)).toBe(canonicalJson(plan));
      },
    );
  });
});
