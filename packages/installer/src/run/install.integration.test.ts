import { createHash } from 'node:crypto';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deriveTableUuid } from '../plan/identifiers.ts';
import { install } from './install.ts';
import { planInstallation } from './prepare-plan.ts';
import type { InstallRequest, InstallResult, PlanRequest } from './request.ts';
import { createEventCollector, temporaryFolder } from './testing.ts';

const example = {
  bootloader: 'systemd-bootctl',
  kernels: ['linux'],
  // The port is closed: a plan that queried the mirrors would fail.
  'mirror-region': { Here: { 'http://127.0.0.1:9/$repo/os/$arch': true } },
  '!root-password': 'canary-root-password',
  '!users': { username: 'ada', '!password': 'canary-ada-password', sudo: true },
  packages: ['openssh'],
  services: ['sshd'],
} as const;

const config = (changes: object = {}): PlanRequest['config'] => ({
  file: 'config.json',
  text: JSON.stringify({ ...example, ...changes }, null, 2),
});

const rules = ({
  findings,
}: InstallResult | Awaited<ReturnType<typeof planInstallation>>): (string | undefined)[] =>
  findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);

/** Returns names, sizes, times and contents of all files below a folder. */
async function traceOf(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const lines = names.toSorted().map(async (name) => {
    const path = join(folder, name);
    const { size, mtimeMs, ctimeMs, mode, ino } = await stat(path);
    const content = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    return [name, size, mtimeMs, ctimeMs, mode, ino, content].join(' ');
  });
  return (await Promise.all(lines)).join('\n');
}

describe('planning', () => {
  it('requires neither a mirror nor root, and produces no secret', async () => {
    const folder = await temporaryFolder();
    const result = await planInstallation({ config: config(), targets: [join(folder, 'disk.img')] });
    expect(result).toMatchObject({ outcome: 'done', findings: [] });
    expect(result.plan?.target.path).toBe(join(folder, 'disk.img'));
    expect(JSON.stringify(result).includes('canary')).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });

  it('fails if the configuration has errors', async () => {
    const result = await planInstallation({
      config: { file: 'config.json', text: '{"bootloader": "grub"}' },
      targets: ['disk.img'],
    });
    expect(result.outcome).toBe('findings');
    expect(result).not.toHaveProperty('plan');
    expect(rules(result).length).toBeGreaterThan(1);
  });

  it('requires a target, and uses the configured one by default', async () => {
    const folder = await temporaryFolder();
    expect(await planInstallation({ config: config() })).toMatchObject({ outcome: 'usage' });
    const result = await planInstallation({ config: config({ harddrives: [join(folder, 'one.img')] }) });
    expect(result.plan?.target.path).toBe(join(folder, 'one.img'));
    const other = await planInstallation({
      config: config({ harddrives: ['/dev/sda', '/dev/sdb'] }),
      targets: [join(folder, 'two.img')],
    });
    expect(other.plan?.target.path).toBe(join(folder, 'two.img'));
  });

  it('reports all findings together, with locations in the configuration', async () => {
    const folder = await temporaryFolder();
    const name = join(folder, 'letter');
    await writeFile(name, 'Dear Ada');
    const result = await planInstallation({
      config: config({ bootloader: 'efistub', network_config: { type: 'iso' } }),
      targets: [name],
      firmware: 'bios',
      imageSize: 32 * 1024 ** 2,
    });
    expect(result.outcome).toBe('refused');
    expect(rules(result)).toEqual([
      'target-not-ours',
      'target-kind',
      'loader-needs-uefi',
      'target-too-small',
      'iso-network',
    ]);
    const bootloader = result.findings.find(({ rule }) => rule === 'loader-needs-uefi');
    expect(bootloader).toMatchObject({ file: 'config.json', range: { start: { line: 2 } } });
  });

  it('checks the boot loader even if the disk does not exist', async () => {
    const result = await planInstallation({
      config: config({ harddrives: ['serial=of no disk there is'] }),
      firmware: 'bios',
    });
    expect(rules(result)).toEqual(['target-unknown', 'loader-needs-uefi']);
    expect(result.findings.every(({ range }) => range !== undefined)).toBe(true);
  });

  it.each([
    ['a mirror without $repo', { mirror: 'http://127.0.0.1/os' }],
    ['a mirror with another protocol', { mirror: 'ftp://127.0.0.1/$repo/os/$arch' }],
    ['a mirror with a password', { mirror: 'http://me:canary@127.0.0.1/$repo/os/$arch' }],
    ['a mirror with a second line', { mirror: 'http://127.0.0.1/$repo\n[options]' }],
    ['an invalid seed', { seed: 'xyz' }],
    ['an invalid size', { imageSize: Number.NaN }],
    ['three targets', { targets: ['a.img', 'b.img', 'c.img'] }],
  ])('rejects %s', async (_what, more) => {
    const result = await planInstallation({ config: config(), targets: ['disk.img'], ...more });
    expect(result.outcome).toBe('usage');
    expect(JSON.stringify(result).includes('canary')).toBe(false);
  });

  it('replaces the configured mirrors with the one from the command line', async () => {
    const mirror = 'http://localhost:1/$repo/os/$arch';
    const result = await planInstallation({ config: config(), targets: ['disk.img'], mirror });
    expect(result.plan?.requirements.mirrors).toEqual([mirror]);
  });

  it('stops when its signal is aborted', async () => {
    const result = await planInstallation({
      config: config(),
      targets: ['disk.img'],
      signal: AbortSignal.abort(),
    });
    expect(result.outcome).toBe('interrupted');
  });
});

describe('all files in the folder of the target', () => {
  /** Creates a folder that contains a target of each kind. */
  async function folderOfTargets(): Promise<string> {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'empty.img'), '');
    await writeFile(join(folder, 'letter.img'), 'Dear Ada');
    const header = Buffer.alloc(512);
    header.write('EFI PART', 'latin1');
    const hex = deriveTableUuid('seed').replaceAll('-', '');
    header.set(Uint8Array.from(Buffer.from(hex.slice(0, 8), 'hex')).toReversed(), 56);
    header.set(Uint8Array.from(Buffer.from(hex.slice(8, 12), 'hex')).toReversed(), 60);
    header.set(Uint8Array.from(Buffer.from(hex.slice(12, 16), 'hex')).toReversed(), 62);
    header.set(Buffer.from(hex.slice(16), 'hex'), 64);
    await writeFile(join(folder, 'ours.img'), Buffer.concat([Buffer.alloc(512), header, Buffer.alloc(8192)]));
    await symlink('letter.img', join(folder, 'link.img'));
    return folder;
  }

  const names = ['absent.img', 'empty.img', 'letter.img', 'ours.img', 'link.img'];

  it.each<[string, Partial<InstallRequest>, InstallResult['outcome'][]]>([
    ['a dry run', { dryRun: true }, ['done', 'done', 'refused', 'done', 'refused']],
    [
      'a dry run with consent to wipe',
      { dryRun: true, wipe: true },
      ['done', 'done', 'done', 'done', 'done'],
    ],
    ['a run without consent', {}, ['refused', 'refused', 'refused', 'refused', 'refused']],
    [
      'a run whose prompt is declined',
      { confirm: () => Promise.resolve(false) },
      ['refused', 'refused', 'refused', 'refused', 'refused'],
    ],
    [
      'a run with the digest of another plan',
      { yes: true, planSha256: 'f'.repeat(64) },
      ['refused', 'refused', 'refused', 'refused', 'refused'],
    ],
    [
      'a run with an unreachable mirror',
      { yes: true, wipe: true },
      ['refused', 'refused', 'refused', 'refused', 'refused'],
    ],
  ])('remain unchanged after %s', async (_what, more, outcomes) => {
    const folder = await folderOfTargets();
    const cache = await temporaryFolder();
    const before = await traceOf(folder);
    const seen: string[] = [];
    for (const name of names) {
      const result = await install({ config: config(), targets: [join(folder, name)], cache, ...more });
      seen.push(result.outcome);
      expect(JSON.stringify(result).includes('canary')).toBe(false);
    }
    expect(seen).toEqual(outcomes);
    expect(await traceOf(folder)).toBe(before);
    expect(await readdir(folder)).toEqual(names.filter((name) => name !== 'absent.img').toSorted());
  });
});

describe('an installation', () => {
  it('is refused if a secret is missing', async () => {
    const folder = await temporaryFolder();
    const result = await install({
      config: config({ '!root-password': { $secret: 'root' } }),
      targets: [join(folder, 'disk.img')],
      yes: true,
    });
    expect(result).toMatchObject({ outcome: 'refused', resumable: false });
    expect(rules(result)).toEqual(['secret-missing']);
    expect(result.findings[0]?.hint).toContain('{ "root": "…" }');
  });

  it('is refused, like its plan, if keys of a legacy format would change the disk layout', async () => {
    const folder = await temporaryFolder();
    const request = {
      config: config({ disk_config: { config_type: 'default_layout' } }),
      targets: [join(folder, 'disk.img')],
    };
    expect((await planInstallation(request)).outcome).toBe('findings');
    expect((await install({ ...request, dryRun: true })).outcome).toBe('findings');
    expect(await install({ ...request, yes: true })).toMatchObject({
      outcome: 'findings',
      findings: [{ rule: 'critical-legacy-key', severity: 'error' }],
    });
  });

  it('prompts the user to confirm the plan', async () => {
    const folder = await temporaryFolder();
    const asked: string[] = [];
    const result = await install({
      config: config(),
      targets: [join(folder, 'disk.img')],
      confirm: (plan) => {
        asked.push(plan.digest);
        return Promise.resolve(false);
      },
    });
    expect(asked).toEqual([result.plan?.digest]);
    expect(rules(result)).toEqual(['no-consent']);
  });

  it('emits a finish event for every start event, even after a refusal', async () => {
    const folder = await temporaryFolder();
    const { events, sink } = createEventCollector();
    const result = await install({
      config: config(),
      targets: [join(folder, 'disk.img')],
      yes: true,
      onEvent: sink,
      cache: await temporaryFolder(),
    });
    expect(result.outcome).toBe('refused');
    const count = (type: string): number => events.filter((event) => event.type === type).length;
    expect(count('start')).toBe(count('finish'));
    expect(events.at(-1)).toMatchObject({ type: 'finish', id: 'install', outcome: 'failed' });
  });
});
