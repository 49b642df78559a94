import { readFileSync } from 'node:fs';
import { defined } from '@writ/diagnostics/internal';
import type { Facts } from '@writ/installer';
import { expect, it } from 'vitest';
import { renderFacts } from './render-facts.ts';

const laptop = JSON.parse(
  readFileSync(new URL('../../../installer/fixtures/machines/uefi-laptop.json', import.meta.url), 'utf8'),
) as Facts;

it('renderFacts lists the hardware and suggests settings', () => {
  expect(renderFacts(laptop)).toBe(
    [
      'machine      LENOVO 21CBCTO1WW',
      'live medium  archiso',
      'processor    12th Gen Intel(R) Core(TM) i7-1260P (x86_64)',
      'memory       16 GiB',
      'firmware     UEFI (64 bits), Secure Boot disabled',
      'TPM          2.0',
      'graphics     Intel 8086:46a6, kernel module i915',
      'network      enp0s31f6, wired, 02:00:00:00:00:01, kernel module e1000e, connected',
      '             wlp0s20f3, Wi-Fi, 02:00:00:00:00:02, kernel module iwlwifi',
      'bluetooth    yes',
      'battery      yes',
      'disks        /dev/nvme0n1 (Samsung SSD 980 PRO 512GB, serial S5GXNX0T123456A, 476.9 GiB)',
      '               partition table gpt',
      '               /dev/nvme0n1p1 "EFI system partition", 260 MiB: vfat "SYSTEM"',
      '               /dev/nvme0n1p2 "Basic data partition", 476.6 GiB: ntfs "Windows"',
      'suggested    graphics driver Intel (open-source)',
      '             microcode intel-ucode, which writ install adds',
      '',
    ].join('\n'),
  );
});

it('renderFacts describes a machine of which little is known', () => {
  const { hardware: _hardware, liveMedium: _liveMedium, ...rest } = laptop;
  const text = renderFacts({ ...rest, firmware: 'bios', cpuModel: '', cpuVendor: '', disks: [] });
  expect(text).toBe(
    [
      'processor  unknown (x86_64)',
      'memory     16 GiB',
      'firmware   BIOS',
      'TPM        none',
      'bluetooth  no',
      'battery    no',
      '',
    ].join('\n'),
  );
});

it.each([
  [undefined, 'no Secure Boot'],
  ['enabled', 'Secure Boot enabled'],
  ['setup', 'Secure Boot in setup mode'],
] as const)('renderFacts describes the state %s of Secure Boot', (secureBoot, description) => {
  const { secureBoot: _secureBoot, ...hardware } = laptop.hardware!;
  const text = renderFacts({ ...laptop, hardware: { ...hardware, ...defined({ secureBoot }) } });
  expect(text).toContain(`firmware     UEFI (64 bits), ${description}\n`);
  expect(text.includes('disable Secure Boot before')).toBe(secureBoot === 'enabled');
});

it('renderFacts escapes control characters of a model', () => {
  expect(renderFacts({ ...laptop, cpuModel: 'evil\u001B[2J' })).not.toContain('\u001B');
});
