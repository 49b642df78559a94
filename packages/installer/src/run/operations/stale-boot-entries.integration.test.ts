import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defineOperation, hostCommand } from '../../plan/operations/define-operation.ts';
import { createEmitter } from '../emitter.ts';
import { createTestContext } from '../testing.ts';
import { applyOperation } from './apply.ts';
import { deletionCommands } from './stale-boot-entries.ts';

const partition = '12345678-1234-4234-8234-123456789abc';
const elsewhere = 'a2345678-1234-4234-8234-123456789abc';
const labels = ['Arch Linux (linux)', 'Arch Linux (linux-lts)'];

describe('the deletion of stale boot entries', () => {
  it.each([
    ['17', (path: string): string => `File(${path})`],
    ['18', (path: string): string => path],
  ])(
    'selects the entries for this partition with these labels from the output of efibootmgr %s',
    (_version, at) => {
      const entry = (begin: string, uuid: string, path: string): string =>
        `${begin}\tHD(1,GPT,${uuid},0x800,0x200000)/${at(path)}i.n.i.t.r.d.=.`;
      const listed = [
        'BootCurrent: 0002',
        'Timeout: 3 seconds',
        'BootOrder: 0001,000A,0002,0003,0004,0005',
        entry('Boot0001* Arch Linux (linux)', partition, String.raw`\vmlinuz-linux`),
        '      dp: 04 01 2a 00 01 00 00 00',
        entry('Boot000A  Arch Linux (linux-lts)', partition.toUpperCase(), String.raw`\vmlinuz-linux-lts`),
        entry('Boot0002* Arch Linux (linux)', elsewhere, String.raw`\vmlinuz-linux`),
        entry('Boot0003* UEFI OS', partition, String.raw`\EFI\BOOT\BOOTX64.EFI`),
        'Boot0004* Arch Linux (linux)\tPciRoot(0x0)/Pci(0x2,0x0)',
        'Boot0005* Arch Linux (linux)',
        '',
      ].join('\n');
      expect(deletionCommands({ partition, labels }, listed).map(({ argv }) => argv.join(' '))).toEqual([
        'efibootmgr --quiet --bootnum 0001 --delete-bootnum',
        'efibootmgr --quiet --bootnum 000A --delete-bootnum',
      ]);
    },
  );
});

const GLOBAL = '8be4df61-93ca-11d2-aa0d-00e098032b8c';

/**
 * Encodes a boot entry in the efivarfs format: attributes, followed by a load option with a partition and a
 * file.
 */
function loadOption(label: string, uuid: string, path: string): Buffer {
  const text = (value: string): Buffer => Buffer.from(`${value}\0`, 'utf16le');
  const node = (type: number, subtype: number, ...parts: readonly Buffer[]): Buffer => {
    const content = Buffer.concat(parts);
    const head = Buffer.from([type, subtype, 0, 0]);
    head.writeUInt16LE(content.length + 4, 2);
    return Buffer.concat([head, content]);
  };
  const numbers = Buffer.alloc(20);
  numbers.writeUInt32LE(1, 0);
  numbers.writeBigUInt64LE(2048n, 4);
  numbers.writeBigUInt64LE(2_097_152n, 12);
  const [a = '', b = '', c = '', ...rest] = uuid.split('-');
  const turned = [a, b, c].map((part) => Buffer.from(Buffer.from(part, 'hex').toReversed()));
  const signature = Buffer.concat([...turned, Buffer.from(rest.join(''), 'hex')]);
  const device = Buffer.concat([
    node(4, 1, numbers, signature, Buffer.from([2, 2])),
    node(4, 4, text(path)),
    node(0x7f, 0xff),
  ]);
  const begin = Buffer.alloc(10);
  begin.writeUInt32LE(7, 0);
  begin.writeUInt32LE(1, 4);
  begin.writeUInt16LE(device.length, 8);
  return Buffer.concat([begin, text(label), device]);
}

const real = spawnSync('efibootmgr', ['--version']).status === 0;

describe.runIf(real)('the firmware (with the real program, over variables in a folder)', () => {
  it('contains one entry for each label after an installation, and retains its other entries', async () => {
    const context = await createTestContext();
    const variables = join(context.roots.work, 'efivars');
    await mkdir(variables);
    const write = (name: string, content: Buffer): Promise<void> =>
      writeFile(join(variables, `${name}-${GLOBAL}`), content);
    // Two entries are from earlier attempts, one has the same label but refers to another disk, and one is
    // for another system.
    const path = String.raw`\vmlinuz-linux`;
    await write('Boot0001', loadOption('Arch Linux (linux)', partition, path));
    await write('Boot000B', loadOption('Arch Linux (linux)', partition, path));
    await write('Boot0002', loadOption('Arch Linux (linux)', elsewhere, path));
    await write('Boot0003', loadOption('Windows Boot Manager', partition, String.raw`\bootmgfw.efi`));
    await write('BootOrder', Buffer.from([7, 0, 0, 0, 1, 0, 11, 0, 2, 0, 3, 0]));
    const aside = join(context.roots.work, 'new');
    await writeFile(aside, loadOption('Arch Linux (linux)', partition, path));
    const environment = { ...context.environment, EFIVARFS_PATH: `${variables}/` };
    const made = defineOperation({
      id: 'firmware-entries',
      title: '',
      stage: 'device',
      replaces: { partition, labels },
      // efibootmgr could create entries only for a real disk.
      commands: [hostCommand('cp', aside, join(variables, `Boot0007-${GLOBAL}`))],
      verify: [{ kind: 'ended' }],
    });
    for (const _attempt of ['first', 'again']) {
      const step = createEmitter(undefined).start({ id: made.id, title: '', stage: 'device', weight: 1 });
      expect(await applyOperation(made, { ...context, environment }, step)).toEqual({ kind: 'done' });
      const names = (await readdir(variables)).toSorted();
      expect(names.map((name) => name.split('-')[0])).toEqual([
        'Boot0002',
        'Boot0003',
        'Boot0007',
        'BootOrder',
      ]);
      const listed = execFileSync('efibootmgr', { env: environment, encoding: 'utf8' });
      expect(listed.match(/^Boot0.*$/gm)).toEqual([
        'Boot0002* Arch Linux (linux)',
        'Boot0003* Windows Boot Manager',
        'Boot0007* Arch Linux (linux)',
      ]);
    }
  });
});
