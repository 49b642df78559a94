import { lstat, mkdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveInRoot } from '../resolve-in-root.ts';
import { writePlannedFile } from './files.ts';
import { temporaryFolder, createTestContext } from '../testing.ts';
import { describeFailedCheck } from './verify.ts';

describe('resolvePath', () => {
  it('follows links in the tree as the new system would', async () => {
    const root = await temporaryFolder();
    await mkdir(join(root, 'usr/lib'), { recursive: true });
    await symlink('usr/lib', join(root, 'lib'));
    await symlink('/usr', join(root, 'absolute'));
    await symlink('../../../../../../etc', join(root, 'usr/up'));
    expect(await resolveInRoot(root, 'lib/systemd')).toBe(join(root, 'usr/lib/systemd'));
    expect(await resolveInRoot(root, 'absolute/lib/x')).toBe(join(root, 'usr/lib/x'));
    expect(await resolveInRoot(root, 'usr/up/passwd')).toBe(join(root, 'etc/passwd'));
    expect(await resolveInRoot(root, '../../../etc/passwd')).toBe(join(root, 'etc/passwd'));
  });

  it('follows a link in the last segment only if the caller reads the file', async () => {
    const root = await temporaryFolder();
    await symlink('/etc/passwd', join(root, 'link'));
    expect(await resolveInRoot(root, 'link')).toBe(join(root, 'link'));
    expect(await resolveInRoot(root, 'link', 'follow')).toBe(join(root, 'etc/passwd'));
  });

  it('rejects circular links', async () => {
    const root = await temporaryFolder();
    await symlink('b', join(root, 'a'));
    await symlink('a', join(root, 'b'));
    await expect(resolveInRoot(root, 'a/x')).rejects.toThrow('too many symbolic links');
  });
});

describe('a planned file', () => {
  it('is written with its mode regardless of the umask, and can be written again', async () => {
    const context = await createTestContext();
    const file = { kind: 'file', path: '{tree}/etc/sudoers.d/10_ada', mode: 0o440, content: 'x\n' } as const;
    const before = process.umask(0o077);
    try {
      await writePlannedFile(file, context);
      await writePlannedFile(file, context);
    } finally {
      process.umask(before);
    }
    expect(await describeFailedCheck(file, context)).toBeUndefined();
    expect((await stat(join(context.roots.tree, 'etc'))).mode & 0o777).toBe(0o755);
  });

  it('replaces a link instead of following it', async () => {
    const context = await createTestContext();
    const outside = join(await temporaryFolder(), 'outside');
    await writeFile(outside, 'untouched');
    await mkdir(join(context.roots.tree, 'etc'));
    await symlink(outside, join(context.roots.tree, 'etc/hostname'));
    await writePlannedFile(
      { kind: 'file', path: '{tree}/etc/hostname', mode: 0o644, content: 'new\n' },
      context,
    );
    expect(await readFile(outside, 'utf8')).toBe('untouched');
    expect((await lstat(join(context.roots.tree, 'etc/hostname'))).isFile()).toBe(true);
  });

  it('may be a folder that replaces a link', async () => {
    const context = await createTestContext();
    const elsewhere = join(await temporaryFolder(), 'etc');
    await mkdir(elsewhere, { mode: 0o755 });
    await symlink(elsewhere, join(context.roots.tree, 'log'));
    await writePlannedFile({ kind: 'folder', path: '{tree}/log', mode: 0o700 }, context);
    expect((await lstat(join(context.roots.tree, 'log'))).mode).toBe(0o40700);
    expect((await stat(elsewhere)).mode).toBe(0o40755);
  });

  it('may be a copy of another file', async () => {
    const context = await createTestContext();
    const { tree, work } = context.roots;
    await writeFile(join(work, 'events'), 'all');
    const copy = { kind: 'copy', path: '{tree}/events', mode: 0o600, from: '{work}/events' } as const;
    await writePlannedFile(copy, context);
    await writePlannedFile(copy, context);
    expect(await readFile(join(tree, 'events'), 'utf8')).toBe('all');
    expect((await stat(join(tree, 'events'))).mode).toBe(0o100600);
  });

  it('is never written outside the tree', async () => {
    const context = await createTestContext();
    const outside = await temporaryFolder();
    await symlink(outside, join(context.roots.tree, 'etc'));
    await writePlannedFile(
      { kind: 'file', path: '{tree}/etc/hostname', mode: 0o644, content: 'new\n' },
      context,
    );
    await expect(stat(join(outside, 'hostname'))).rejects.toThrow('ENOENT');
    expect(await readFile(join(context.roots.tree, outside, 'hostname'), 'utf8')).toBe('new\n');
  });

  it('may be a link that replaces an existing link', async () => {
    const context = await createTestContext();
    for (const to of ['one', 'two']) {
      const link = { kind: 'link', path: '{tree}/etc/localtime', to } as const;
      await writePlannedFile(link, context);
      expect(await readlink(join(context.roots.tree, 'etc/localtime'))).toBe(to);
      expect(await describeFailedCheck(link, context)).toBeUndefined();
    }
  });

  it('is deleted, even if it is a folder with content, if its kind is "absent"', async () => {
    const context = await createTestContext();
    await mkdir(join(context.roots.tree, 'a/b'), { recursive: true });
    const gone = { kind: 'absent', path: '{tree}/a' } as const;
    expect(await describeFailedCheck(gone, context)).toBe('/a still exists');
    await writePlannedFile(gone, context);
    await writePlannedFile(gone, context);
    expect(await describeFailedCheck(gone, context)).toBeUndefined();
  });
});

describe("an operation's check", () => {
  it('fails for different content or another mode', async () => {
    const context = await createTestContext();
    const file = { kind: 'file', path: '{tree}/f', mode: 0o644, content: 'x' } as const;
    expect(await describeFailedCheck(file, context)).toBe('/f does not exist');
    await writePlannedFile(file, context);
    expect(await describeFailedCheck({ ...file, mode: 0o600 }, context)).toBe('/f has mode 644, not 600');
    expect(await describeFailedCheck({ ...file, content: 'y' }, context)).toBe(
      '/f does not have the expected content',
    );
  });

  it('accepts any matching line if its kind is "contains"', async () => {
    const context = await createTestContext();
    await writeFile(join(context.roots.tree, 'shadow'), 'root:!*:1\nada:$y$x:1\n');
    const has = (pattern: string): Promise<string | undefined> =>
      describeFailedCheck({ kind: 'contains', path: '{tree}/shadow', pattern }, context);
    expect(await has(String.raw`^ada:\$[^:]+:`)).toBeUndefined();
    expect(await has(String.raw`^root:\$[^:]+:`)).toBeDefined();
  });

  it('reads the file in the new system, not the one on this machine, if the path is a link', async () => {
    const context = await createTestContext();
    const outside = join(await temporaryFolder(), 'shadow');
    await writeFile(outside, 'ada:$y$x:1\n');
    const { tree } = context.roots;
    await symlink(outside, join(tree, 'shadow'));
    await symlink('circular', join(tree, 'circular'));
    const check = (name: string): Promise<string | undefined> =>
      describeFailedCheck({ kind: 'contains', path: `{tree}/${name}`, pattern: '^ada:' }, context);
    expect(await check('shadow')).toBe('/shadow does not contain the expected line');
    expect(await check('circular')).toBe('/circular does not contain the expected line');
    await mkdir(join(tree, dirname(outside)), { recursive: true });
    await writeFile(join(tree, outside), 'ada:$y$x:1\n');
    expect(await check('shadow')).toBeUndefined();
  });

  it('reports packages that are missing from the cache or the database', async () => {
    const item = {
      name: 'base',
      version: '1-1',
      architecture: 'x86_64',
      repository: 'core',
      file: 'base.pkg',
      sha256: '',
      size: 4,
      installedSize: 1,
    };
    const context = await createTestContext({ resolved: [item] });
    expect(await describeFailedCheck({ kind: 'cached' }, context)).toBe('missing from the cache: base');
    await writeFile(join(context.roots.cache, 'base.pkg'), 'half');
    expect(await describeFailedCheck({ kind: 'cached' }, context)).toBeUndefined();
    expect(await describeFailedCheck({ kind: 'packages' }, context)).toBe(
      'missing from the package database: base',
    );
    await mkdir(join(context.roots.tree, 'var/lib/pacman/local/base-1-1'), { recursive: true });
    await writeFile(join(context.roots.tree, 'var/lib/pacman/local/base-1-1/desc'), '');
    expect(await describeFailedCheck({ kind: 'packages' }, context)).toBeUndefined();
  });
});
