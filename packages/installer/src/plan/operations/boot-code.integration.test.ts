import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { planMinimal, serverDisk } from '../testing.ts';

const root = { kind: 'root', size: '20GiB' };
const boot = { kind: 'boot', size: '1GiB' };

it.each<[string, readonly object[], number]>([
  ['at the start of the disk', [{ kind: 'bios' }, root], 2048],
  ['at a sector with a byte above 0x7f', [root, boot, { kind: 'bios', size: '2GiB' }], 44_042_240],
  ['at the end of the disk', [{ ...root, size: 'rest' }, boot, { kind: 'bios' }], 7_814_031_360],
])('GRUB finds its core image in a BIOS boot partition %s', async (_place, partitions, sector) => {
  const folder = mkdtempSync(join(tmpdir(), 'writ-boot-code-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const modules = join(folder, 'boot/grub/i386-pc');
  mkdirSync(modules, { recursive: true });
  for (const name of ['boot.img', 'core.img']) writeFileSync(join(modules, name), Buffer.alloc(1024, 0xff));
  const plan = await planMinimal(
    { bootloader: 'grub-install', 'x-writ': { disk: { layout: 'partitions', partitions } } },
    serverDisk,
  );
  const { start } = plan.target.layout.partitions.find(({ name }) => name === 'bios')!;
  expect(start / 512).toBe(sector);
  const { commands } = plan.operations.find(({ id }) => id === 'loader-core')!;
  for (const { argv } of commands.filter((command) => command.argv[0] === 'sh')) {
    const [program = '', ...args] = argv.map((argument) => argument.replace('{tree}', folder));
    execFileSync(program, args);
  }
  const expected = (at: number, number: number): Buffer => {
    const bytes = Buffer.alloc(1024, 0xff);
    bytes.writeBigUInt64LE(BigInt(number), at);
    return bytes;
  };
  expect(readFileSync(join(modules, 'boot.img')).equals(expected(0x5c, sector))).toBe(true);
  expect(readFileSync(join(modules, 'core.img')).equals(expected(0x1f4, sector + 1))).toBe(true);
});
