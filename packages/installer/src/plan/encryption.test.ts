import { describe, expect, it } from 'vitest';
import type { Operation } from './operation.ts';
import type { Plan } from './plan.ts';
import { renderPlan } from './render-plan.ts';
import {
  contentOf,
  laptopDisk,
  minimalConfiguration,
  planFor,
  planMinimal,
  serverDisk,
  type PlannedCase,
} from './testing.ts';

const passphrase = 'canary passphrase';
const bios = { bootloader: 'grub-install' };
const luks = { '!passphrase': passphrase };
const swap = { kind: 'partition', size: '1GiB' };

function planned(disk: object, options?: PlannedCase, more: object = {}): Promise<Plan> {
  return planMinimal({ 'x-writ': { disk }, ...more }, options);
}

const operation = (plan: Plan, id: string): Operation => plan.operations.find((one) => one.id === id)!;
const headers = ({ target }: Plan): string[] =>
  target.layout.partitions.flatMap((partition) => partition.luks?.id ?? []);

describe('the plan of an encrypted system', () => {
  it.each<[string, object, PlannedCase, object]>([
    ['luks-image', { luks }, {}, {}],
    ['luks-uefi-laptop', { 'file-system': 'btrfs', luks }, laptopDisk, {}],
    [
      'luks-bios-server',
      { luks: { ...luks, 'kdf-memory': 512, 'kdf-rounds': 6 }, home: { size: 'rest', 'root-size': '64GiB' } },
      serverDisk,
      { ...bios },
    ],
  ])('matches the golden file %s', async (name, disk, options, more) => {
    const extension = { 'x-writ': { disk, ...(name.includes('server') ? { swap } : {}) } };
    const plan = renderPlan(await planned(disk, options, { ...more, ...extension }));
    await expect(plan).toMatchFileSnapshot(`fixtures/layouts/${name}.plan.txt`);
  });

  it('lists the name of the passphrase, whose value is neither in its text nor in its digest', async () => {
    const first = await planned({ luks }, laptopDisk);
    for (const format of ['text', 'json', 'summary'] as const)
      expect(renderPlan(first, format)).not.toContain(passphrase);
    expect(renderPlan(first)).toContain('< "<passphrase>"');
    expect(operation(first, 'encrypt-root').secrets).toEqual(['passphrase']);
    const digest = async (disk: object): Promise<string> => (await planned(disk, laptopDisk)).digest;
    expect(await digest({ luks: { '!passphrase': 'another passphrase' } })).toBe(first.digest);
    expect(await digest({ luks: { '!passphrase': { $secret: 'disk' } } })).toBe(first.digest);
    expect(await digest({ luks: { ...luks, 'kdf-rounds': 5 } })).not.toBe(first.digest);
    expect(await digest({})).not.toBe(first.digest);
  });

  it('passes the passphrase to cryptsetup through standard input only', async () => {
    for (const options of [{}, laptopDisk]) {
      const { operations } = await planned({ luks, 'file-system': 'btrfs' }, options);
      const commands = operations.flatMap((one) => [
        ...one.commands,
        ...one.verify.flatMap((check) => (check.kind === 'command' ? [check.command] : [])),
      ]);
      const unlocking = commands.filter(({ argv }) =>
        /cryptsetup (?:luksFormat|reencrypt|open)/.test(argv.join(' ')),
      );
      expect(unlocking.length).toBeGreaterThan(1);
      for (const { argv, stdin } of unlocking) {
        expect(stdin).toEqual([{ secret: 'passphrase' }]);
        expect(argv.join(' ')).toContain('--key-file -');
      }
    }
  });

  it.each<[string, object, PlannedCase]>([
    ['/boot/loader/entries/arch-linux.conf', {}, {}],
    ['/boot/grub/grub.cfg', bios, {}],
    ['/boot/grub/grub.cfg', bios, { firmware: 'bios' }],
    ['/etc/default/grub', bios, {}],
    ['/etc/kernel/cmdline', { uki: true }, {}],
    ['/etc/kernel/cmdline', { bootloader: 'efistub' }, {}],
  ])('unlocks / through the kernel command line in %s with %j', async (path, more, options) => {
    const plan = await planned({ luks }, options, more);
    const [id] = headers(plan);
    expect(contentOf(plan, path)).toMatch(new RegExp(`[ "]rd\\.luks\\.name=${id}=root[ "\\n]`));
    expect(contentOf(plan, '/etc/mkinitcpio.conf.d/writ.conf')).toContain(' block sd-encrypt filesystems ');
  });

  it('unlocks / through the boot entries of the firmware', async () => {
    const plan = await planned({ luks }, laptopDisk, { bootloader: 'efistub' });
    const commands = operation(plan, 'firmware-entries').commands.map(({ argv }) => argv.join(' '));
    expect(commands[0]).toContain(`rd.luks.name=${headers(plan)[0]}=root`);
  });

  it('requires cryptsetup on this machine, and cryptsetup with its hook in the new system', async () => {
    const { requirements } = await planned({ luks });
    expect(requirements.tools).toContainEqual({
      program: 'cryptsetup',
      debian: 'cryptsetup-bin',
      arch: 'cryptsetup',
    });
    expect(requirements.packages).toContainEqual({ name: 'cryptsetup', pointer: '/x-writ/disk/luks' });
    expect(requirements.files).toContain('usr/lib/initcpio/install/sd-encrypt');
    expect(requirements.root).toBeUndefined();
    expect((await planned({})).requirements.tools.map(({ program }) => program)).not.toContain('cryptsetup');
  });

  it('unlocks /home and swap space through /etc/crypttab', async () => {
    const disk = { luks, home: { size: '1GiB' } };
    const plan = await planned(disk, {}, { 'x-writ': { disk, swap } });
    const partition = plan.target.layout.partitions.find(({ name }) => name === 'swap');
    expect(contentOf(plan, '/etc/crypttab').split('\n')).toEqual([
      `swap PARTUUID=${partition!.uuid} /dev/urandom swap,cipher=aes-xts-plain64,size=512`,
      `home UUID=${headers(plan)[1]} none luks`,
      '',
    ]);
    expect(contentOf(plan, '/etc/fstab')).toContain('/dev/mapper/swap none swap defaults 0 0\n');
    // The kernel encrypts swap space with a new key at every boot, so nothing is written to the partition.
    expect(plan.operations.map(({ id }) => id)).not.toContain('image-swap');
    const drives = { machine: 'bios-server', targets: ['serial=ZC11A0B1', 'serial=ZC11A0B2'] } as const;
    const two = await planned({ luks }, drives, bios);
    expect(contentOf(two, '/etc/crypttab')).toBe(
      `home UUID=${two.second!.layout.partitions[0]!.luks!.id} none luks\n`,
    );
    expect(operation(two, 'second-encrypt-home').commands).toHaveLength(1);
  });

  it('derives keys with 256 MiB and 4 rounds for an image, and with the values that cryptsetup chooses for a disk', async () => {
    const command = async (id: string, more: object, options: PlannedCase): Promise<string> =>
      operation(await planned({ luks: { ...luks, ...more } }, options), id)
        .commands.map(({ argv }) => argv.join(' '))
        .join('\n');
    const defaults = '--pbkdf argon2id --pbkdf-memory 262144 --pbkdf-force-iterations 4 ';
    expect(await command('image-root-encrypt', {}, {})).toContain(defaults);
    expect(await command('encrypt-root', {}, laptopDisk)).not.toMatch(/--pbkdf-/);
    const costs = { 'kdf-memory': 64, 'kdf-rounds': 9 };
    const given = '--pbkdf argon2id --pbkdf-memory 65536 --pbkdf-force-iterations 9 ';
    expect(await command('image-root-encrypt', costs, {})).toContain(given);
    expect(await command('encrypt-root', costs, laptopDisk)).toContain(given);
  });

  it('creates a file again if its encryption was interrupted', async () => {
    const { undo } = operation(await planned({ luks }), 'image-root-encrypt');
    expect(undo).toEqual({ kind: 'again-from', from: 'image-root' });
  });

  it('notes that /boot is not encrypted, and that an image is not sparse and shares its key with copies', async () => {
    const rules = async (options: PlannedCase, more: object = {}): Promise<(string | undefined)[]> =>
      (
        await planFor({ ...minimalConfiguration, ...more, 'x-writ': { disk: { luks } } }, options)
      ).findings.map(({ rule }) => rule);
    expect(await rules({})).toEqual(['boot-not-encrypted', 'shared-volume-key']);
    expect(await rules(laptopDisk)).toEqual(['boot-not-encrypted']);
    expect(renderPlan(await planned({ luks }), 'summary')).toContain(
      ': 8,192 MiB, encrypted and therefore not sparse, for UEFI machines.',
    );
    const { target } = await planned({ luks }, { firmware: 'bios' }, bios);
    expect(target.layout.partitions.map(({ name, luks: header }) => [name, header !== undefined])).toEqual([
      ['bios', false],
      ['boot', false],
      ['root', true],
    ]);
  });

  it('requires space for the header', async () => {
    const rules = async (mebibytes: number): Promise<(string | undefined)[]> =>
      (
        await planFor(
          { ...minimalConfiguration, 'x-writ': { disk: { luks } } },
          { imageSize: mebibytes * 2 ** 20 },
        )
      ).findings
        .filter(({ severity }) => severity === 'error')
        .map(({ rule }) => rule);
    expect(await rules(1024 + 64 + 32 + 2)).toEqual([]);
    expect(await rules(1024 + 64 + 32 + 1)).toEqual(['target-too-small']);
  });
});
