import { mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPlan } from '../../plan/create-plan.ts';
import type { Operation } from '../../plan/operation.ts';
import { INITRAMFS_HOOK } from '../../plan/operations/initramfs.ts';
import { sampleFacts, sampleSettings } from '../../plan/testing.ts';
import type { RunContext } from '../context.ts';
import { createEmitter } from '../emitter.ts';
import type { ResolvedPackage } from '../journal-record.ts';
import { createEventCollector, createTestContext } from '../testing.ts';
import { applyOperation, type OperationResult } from './apply.ts';
import { deleteEmptyPresets, hasExpectedForm, leaveOutHook, wasLeftOut } from './postponed-hook.ts';

/** The hook as the distribution publishes it. */
const distributed = `[Trigger]
Type = Path
Operation = Install
Operation = Upgrade
Operation = Remove
Target = usr/lib/initcpio/*
Target = usr/lib/firmware/*

[Trigger]
Type = Path
Operation = Install
Operation = Upgrade
Target = usr/lib/modules/*/vmlinuz

[Action]
Description = Updating linux initcpios...
When = PostTransaction
Exec = /usr/share/libalpm/scripts/mkinitcpio install
NeedsTargets
`;

it('an empty preset that a killed hook left behind is deleted before the hook runs for its kernel', async () => {
  const context = await createTestContext();
  const folder = join(context.roots.tree, 'etc/mkinitcpio.d');
  await mkdir(folder, { recursive: true });
  const write = async (kernel: string, preset: string): Promise<void> => {
    const modules = join(context.roots.tree, 'usr/lib/modules', kernel);
    await mkdir(modules, { recursive: true });
    await writeFile(join(modules, 'pkgbase'), `${kernel}\n`);
    await writeFile(join(folder, `${kernel}.preset`), preset);
  };
  await write('linux', '');
  await write('linux-lts', '');
  await write('linux-own', "PRESETS=('default')\n");
  const settings = sampleSettings({ kernels: ['linux', 'linux-lts'] });
  const { operations } = createPlan(settings, sampleFacts, {});
  const build = (kernel: string): Operation => operations.find(({ id }) => id === `initramfs-${kernel}`)!;
  await deleteEmptyPresets(build('linux'), context);
  expect(await readdir(folder)).toEqual(['linux-lts.preset', 'linux-own.preset']);
  await deleteEmptyPresets(build('linux-lts'), context);
  expect(await readdir(folder)).toEqual(['linux-own.preset']);
});

describe('a postponed hook', () => {
  it('is recognized in the form that the distribution publishes, regardless of spaces and comments', () => {
    expect(hasExpectedForm(distributed, INITRAMFS_HOOK)).toBe(true);
    const other = `# a comment\n${distributed.replaceAll(' = ', '=')}`;
    expect(hasExpectedForm(other, INITRAMFS_HOOK)).toBe(true);
  });

  it.each<[string, (text: string) => string]>([
    ['another command', (text) => text.replace('mkinitcpio install', 'mkinitcpio build')],
    ['a second command', (text) => `${text}Exec = /usr/bin/true\n`],
    ['no list of targets on standard input', (text) => text.replace('NeedsTargets\n', '')],
    ['an option that fails the transaction', (text) => `${text}AbortOnFail\n`],
    ['an action before the transaction', (text) => text.replace('PostTransaction', 'PreTransaction')],
    ['no trigger for kernels', (text) => text.replace('Target = usr/lib/modules/*/vmlinuz\n', '')],
    [
      'a trigger for removed kernels only',
      (text) => text.replaceAll('Operation = Install', 'Operation = Remove'),
    ],
    ['an unknown section', (text) => `${text}[Options]\nParallel\n`],
    ['no content', () => ''],
  ])('is not recognized with %s', (_what, change) => {
    expect(change(distributed)).not.toBe(distributed);
    expect(hasExpectedForm(change(distributed), INITRAMFS_HOOK)).toBe(false);
  });
});

/** Creates a run with a package that contains the hook, and with commands that append their input to a file. */
async function contextWith(hook: string): Promise<RunContext> {
  const context = await createTestContext({
    resolved: [{ name: 'mkinitcpio', file: 'mkinitcpio-1-1-any.pkg.tar.zst' } as ResolvedPackage],
  });
  const { cache, scratch, work } = context.roots;
  await mkdir(join(scratch, 'hooks'));
  await writeFile(join(cache, 'hook'), hook);
  return {
    ...context,
    sandbox: (_around, argv) =>
      argv[0] === 'bsdtar'
        ? ['cat', join(cache, 'hook')]
        : ['sh', '-c', 'echo "$@" >> "$0"; cat >> "$0"', join(work, 'ran'), ...argv],
  };
}

async function writeInTree({ roots }: RunContext, path: string, content: string): Promise<void> {
  const file = join(roots.tree, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

describe('a package transaction', () => {
  const disabledHook = ({ roots }: RunContext): Promise<string> =>
    readlink(join(roots.scratch, 'hooks', INITRAMFS_HOOK.name));

  it('disables a recognized hook in the hook folder of the run', async () => {
    const context = await contextWith(distributed);
    await leaveOutHook(INITRAMFS_HOOK, context);
    expect(await disabledHook(context)).toBe('/dev/null');
  });

  it('runs an unrecognized hook, even if an earlier attempt disabled it', async () => {
    const context = await contextWith(distributed);
    await leaveOutHook(INITRAMFS_HOOK, context);
    await writeFile(join(context.roots.cache, 'hook'), `${distributed}AbortOnFail\n`);
    await leaveOutHook(INITRAMFS_HOOK, context);
    await expect(disabledHook(context)).rejects.toThrow('ENOENT');
  });

  it('runs all hooks if the package with the postponed hook is not installed', async () => {
    const context = { ...(await contextWith(distributed)), resolved: [] };
    await leaveOutHook(INITRAMFS_HOOK, context);
    await expect(disabledHook(context)).rejects.toThrow('ENOENT');
  });
});

describe('the initramfs operation for a kernel', () => {
  const { operations } = createPlan(sampleSettings({ kernels: ['linux', 'linux-lts'] }), sampleFacts, {});
  const operationOf = (kernel: string): Operation =>
    operations.find(({ id }) => id === `initramfs-${kernel}`)!;

  async function build(kernel: string, context: RunContext): Promise<OperationResult> {
    const operation = operationOf(kernel);
    const { sink } = createEventCollector();
    return applyOperation(operation, context, createEmitter(sink).start(operation));
  }

  async function installed(hook: string): Promise<RunContext> {
    const context = await contextWith(hook);
    await writeInTree(context, `usr/share/libalpm/hooks/${INITRAMFS_HOOK.name}`, hook);
    for (const owner of ['linux', 'linux-lts', 'linux-zen']) {
      await writeInTree(context, `usr/lib/modules/6.1-${owner}/pkgbase`, `${owner}\n`);
      await writeInTree(context, `boot/vmlinuz-${owner}`, '');
      await writeInTree(context, `boot/initramfs-${owner}.img`, '');
    }
    // A folder of modules without a kernel, such as an external driver's.
    await mkdir(join(context.roots.tree, 'usr/lib/modules/extramodules'));
    return context;
  }
  const ran = async ({ roots }: RunContext): Promise<string> =>
    readFile(join(roots.work, 'ran'), 'utf8').catch(() => '');

  it('runs the hook for its kernel, and for the first kernel also for kernels that are not configured', async () => {
    const context = await installed(distributed);
    expect(await build('linux-lts', context)).toEqual({ kind: 'done' });
    expect(await ran(context)).toBe(
      '/usr/share/libalpm/scripts/mkinitcpio install\nusr/lib/modules/6.1-linux-lts/vmlinuz\n',
    );
    expect(await build('linux', context)).toEqual({ kind: 'done' });
    expect((await ran(context)).split('\n').slice(2)).toEqual([
      '/usr/share/libalpm/scripts/mkinitcpio install',
      'usr/lib/modules/6.1-linux/vmlinuz',
      'usr/lib/modules/6.1-linux-zen/vmlinuz',
      '',
    ]);
  });

  it('only verifies the files if the transaction ran the hook', async () => {
    const context = await installed(distributed.replace('NeedsTargets\n', ''));
    expect(await wasLeftOut(INITRAMFS_HOOK, context)).toBe(false);
    expect(await build('linux', context)).toEqual({ kind: 'done' });
    expect(await ran(context)).toBe('');
  });

  it('fails if a kernel file is missing, whether or not the transaction ran the hook', async () => {
    const failed = {
      kind: 'failed',
      failure: { message: 'verification failed: /boot/vmlinuz-linux does not exist' },
    };
    for (const hook of [distributed, distributed.replace('NeedsTargets\n', '')]) {
      const context = await installed(hook);
      await rm(join(context.roots.tree, 'boot/vmlinuz-linux'));
      expect(await build('linux', context)).toMatchObject(failed);
    }
  });
});
