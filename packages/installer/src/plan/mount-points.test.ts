import { describe, expect, it } from 'vitest';
import { inSequence, listOperations } from './dependencies.ts';
import type { Operation } from './operation.ts';
import type { Plan } from './plan.ts';
import { defineOperation } from './operations/define-operation.ts';
import { planMinimal, type PlannedCase } from './testing.ts';

const efi = { kind: 'efi', size: '512MiB' };
const root = { kind: 'root', size: 'rest' };
const laptop: PlannedCase = { machine: 'dual-boot', targets: ['serial=S5GXNX0T123456A'] };
const windows = { keep: { partuuid: 'a91c1a52-0002-4c2b-9a51-6d1f5f1f0002' } };
const photos = { partuuid: 'a91c1a52-0003-4c2b-9a51-6d1f5f1f0003' };
const ada = { '!users': { username: 'ada', '!password': 'plain', sudo: false } };

const planned = (disk: object, place: PlannedCase = {}): Promise<Plan> =>
  planMinimal({ ...ada, 'x-writ': { disk } }, place);
const withData = (mounts: readonly string[], place?: PlannedCase, more: object = {}): Promise<Plan> => {
  const data = mounts.map((mount) => ({ kind: 'data', mount, size: '512MiB', ...more }));
  return planned({ layout: 'partitions', partitions: [efi, ...data, root] }, place);
};
const operation = (plan: Plan, id: string): Operation | undefined =>
  plan.operations.find((one) => one.id === id);
const commandsOf = (plan: Plan, id: string): string[] =>
  (operation(plan, id)?.commands ?? []).map(({ argv }) => argv.join(' '));

it('a plan has no two operations with the same ID', () => {
  const one = defineOperation({ id: 'one', title: '', stage: 'tree', verify: [] });
  expect(() => listOperations(inSequence(one, one))).toThrow('two operations have the ID one');
});

describe('an image', () => {
  it('contains the boot files only in the EFI system partition, even with other FAT partitions', async () => {
    const plan = await withData(['/mnt', '/mnt/deep'], {}, { 'file-system': 'vfat' });
    const ids = plan.operations.map(({ id }) => id);
    expect(ids.filter((id) => id.startsWith('image-'))).toEqual([
      'image-table',
      'image-esp',
      'image-data1',
      'image-data2',
      'image-root',
      'image-clean',
    ]);
    expect(commandsOf(plan, 'image-data1').join('\n')).not.toContain('/boot');
    expect(operation(plan, 'image-data1')?.commands[1]).toMatchObject({
      argv: ['sh', '-euc', expect.any(String), 'sh', '{tree}/mnt', '{image}@@537919488'],
      covers: ['{tree}/mnt/deep'],
    });
  });

  it('has labels of vfat without dots, which mkfs.vfat refuses', async () => {
    const label = async (kind: string): Promise<string | undefined> => {
      const { target } = await withData(['/srv/my.data'], {}, { 'file-system': kind });
      return target.layout.partitions.find(({ name }) => name === 'data')?.content?.label;
    };
    expect(await label('vfat')).toBe('my_data');
    expect(await label('ext4')).toBe('my.data');
  });

  it('covers each folder once, even if file systems are nested', async () => {
    const plan = await withData(['/srv/a', '/srv/a/b']);
    expect(operation(plan, 'image-root')?.commands[0]?.covers).toEqual(['{tree}/boot', '{tree}/srv/a']);
    expect(operation(plan, 'image-data1')?.commands[0]?.covers).toEqual(['{tree}/srv/a/b']);
  });

  it('contains the mount points that no package has', async () => {
    const plan = await withData(['/data', '/srv/photos', '/home/grace', '/home/ada/music']);
    expect(commandsOf(plan, 'mount-points')).toEqual(['mkdir -p -- /data /home/grace /srv/photos']);
    expect(operation(await planMinimal(ada), 'mount-points')).toBeUndefined();
  });

  it('has file systems whose roots have the owners and modes of the folders', async () => {
    const plan = await withData(['/root', '/home/ada']);
    for (const [id, folder] of [
      ['image-data1', '{tree}/root'],
      ['image-data2', '{tree}/home/ada'],
    ] as const) {
      expect(operation(plan, id)?.commands[1]?.argv.slice(-2)).toEqual([
        folder,
        expect.stringMatching(/^\{image\}\?offset=\d+$/),
      ]);
    }
    expect(operation(plan, 'image-root')?.commands).toHaveLength(1);
    expect(plan.requirements.tools.map(({ program }) => program)).toContain('debugfs');
    expect((await withData([])).requirements.tools.map(({ program }) => program)).not.toContain('debugfs');
  });
});

describe('a disk', () => {
  it('has mount points with the owners and modes of the packages', async () => {
    const plan = await withData(['/root', '/var/tmp'], laptop);
    expect(operation(plan, 'mount-points')?.commands[0]?.argv.slice(-3)).toEqual([
      '{tree}',
      '/root',
      '/var/tmp',
    ]);
    expect(operation(plan, 'mount-points')?.after).toEqual(['packages']);
  });

  it('retains the owner and mode of a file system that remains', async () => {
    const kept = { kind: 'data', mount: '/srv/photos', keep: photos };
    const plan = await planned({ layout: 'partitions', partitions: [windows, kept, efi, root] }, laptop);
    expect(operation(plan, 'mount-points')).toBeUndefined();
  });
});

const home = [
  'install -d -o ada -g ada -m 0700 -- /home/ada',
  'runuser -u ada -- cp -R -- /etc/skel/. /home/ada',
];

describe('a home folder', () => {
  it.each<[string, readonly string[], PlannedCase, readonly string[]]>([
    ['the mount point itself, on a disk', ['/home/ada'], laptop, home],
    [
      'folders in it, on a disk',
      ['/home/ada/a/b', '/home/ada/c'],
      laptop,
      [...home, 'install -d -o ada -g ada -m 0755 -- /home/ada/a /home/ada/a/b /home/ada/c'],
    ],
    [
      'a folder in it, in an image',
      ['/home/ada/c'],
      {},
      [...home, 'install -d -o ada -g ada -m 0755 -- /home/ada/c'],
    ],
    ['others', ['/home/grace', '/home/adam'], laptop, []],
  ])('belongs to its user, whatever is mounted there: %s', async (_what, mounts, place, commands) => {
    const plan = await withData(mounts, place);
    expect(commandsOf(plan, 'home-mounts-ada')).toEqual(commands);
    if (commands.length > 0) expect(operation(plan, 'home-mounts-ada')?.after).toEqual(['user-ada']);
  });

  it('belongs to its user if it is a btrfs subvolume', async () => {
    const subvolumes = [
      { name: '@', mount: '/' },
      { name: '@ada', mount: '/home/ada' },
    ];
    const plan = await planned({ 'file-system': 'btrfs', btrfs: { subvolumes } }, laptop);
    expect(commandsOf(plan, 'home-mounts-ada')).toEqual(home);
  });

  it.each<[string, object, readonly string[]]>([
    ['the home folder', { kind: 'data', mount: '/home/ada', keep: photos }, []],
    [
      'a folder in it',
      { kind: 'data', mount: '/home/ada/a/b', keep: photos },
      [...home, 'install -d -o ada -g ada -m 0755 -- /home/ada/a'],
    ],
  ])('is not changed in a file system that remains: %s', async (_what, kept, commands) => {
    const plan = await planned({ layout: 'partitions', partitions: [windows, kept, efi, root] }, laptop);
    expect(commandsOf(plan, 'home-mounts-ada')).toEqual(commands);
  });
});
