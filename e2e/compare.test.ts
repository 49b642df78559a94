/**
 * Tests that the image comparison finds every kind of difference, and ignores only the intended differences.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readImage, type ImageContent } from './compare-image.ts';
import { accepts, differences } from './compare.ts';

const folder = mkdtempSync(join(tmpdir(), 'writ-e2e-compare-'));
const original = join(folder, 'disk.img');
/** Offsets of the root file system and the EFI partition in bytes. */
const [ROOT, ESP] = [40 * 1024 * 1024, 1024 * 1024];
let content: ImageContent;

beforeAll(() => {
  const tree = join(folder, 'tree');
  for (const path of ['etc', 'var/log/writ', 'var/lib/pacman/local/base-1-1'])
    mkdirSync(join(tree, path), { recursive: true });
  const files = {
    'etc/hostname': 'one\n',
    'etc/shadow': `root:${hashOf('secret')}:20778::::::\nada:!:20778::::::\n`,
    'var/log/writ/events.jsonl': events(['install', 'tree', 'fstab']),
    'var/lib/pacman/local/base-1-1/desc': '%NAME%\nbase\n\n%INSTALLDATE%\n1795276399\n',
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(tree, path), text);
  writeFileSync(original, '');
  run('truncate', ['-s', '56M', original]);
  const table = `label: gpt\nstart=2048, size=${39 * 2048}, type=U\nstart=${40 * 2048}, size=${15 * 2048}, type=L\n`;
  run('sfdisk', ['--quiet', original], table);
  run('mkfs.vfat', ['-F', '32', '-s', '1', '--offset', '2048', original, String(39 * 1024)]);
  run('mcopy', ['-i', `${original}@@${ESP}`, join(tree, 'etc/hostname'), '::/entry.conf']);
  run('mkfs.ext4', ['-q', '-E', `offset=${ROOT}`, '-d', tree, original, '15360k']);
  content = readImage(original, join(folder, 'original'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function events(ids: readonly string[]): string {
  return ids.map((id, index) => `${JSON.stringify({ number: index + 1, type: 'start', id })}\n`).join('');
}

function run(program: string, args: readonly string[], input = ''): string {
  return execFileSync(program, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
}

function hashOf(password: string): string {
  return run('openssl', ['passwd', '-6', '-stdin'], password).trim();
}

/** Returns the differences after these debugfs commands have changed a copy. */
function after(...commands: readonly string[]): string[] {
  const copy = join(folder, 'copy.img');
  copyFileSync(original, copy);
  run('debugfs', ['-w', '-f', '-', `${copy}?offset=${ROOT}`], `${commands.join('\n')}\n`);
  const into = join(folder, 'copy');
  rmSync(into, { recursive: true, force: true });
  return differences(content, readImage(copy, into));
}

function written(text: string): string {
  const file = join(folder, `text-${createHash('sha256').update(text).digest('hex')}`);
  writeFileSync(file, text);
  return file;
}

describe('the comparison of two images', () => {
  it('finds no difference between an image and its copy', () => {
    expect(content.files.size).toBeGreaterThan(8);
    expect(after('ls')).toEqual([]);
  });

  it.each([
    [
      'the changed content of a file',
      '/etc/hostname',
      ['rm /etc/hostname', `write ${written('two\n')} /etc/hostname`],
    ],
    ['a changed mode', '/etc/hostname', ['set_inode_field /etc/hostname mode 0104755']],
    ['a changed owner', '/etc/hostname', ['set_inode_field /etc/hostname uid 1000']],
    ['an additional attribute', '/etc/hostname', ['ea_set /etc/hostname user.note one']],
    ['an additional file', '/etc/more', ['mkdir /etc/more']],
    ['a missing file', '/etc/hostname', ['rm /etc/hostname']],
    ['an additional link', '/etc/link', ['symlink /etc/link hostname']],
    ['an additional hard link', '/etc/name', ['ln /etc/hostname /etc/name']],
    ['an additional device', '/etc/null', ['cd /etc', 'mknod null c 1 3']],
    ['the changed label of a file system', 'Filesystem volume name', ['set_super_value volume_name other']],
  ])('finds %s', (_what, where, commands) => {
    const found = after(...commands);
    expect(found.filter((line) => line.startsWith(where))).toHaveLength(1);
  });

  it('finds a file with changed content in the EFI partition', () => {
    const copy = join(folder, 'esp.img');
    copyFileSync(original, copy);
    run('mcopy', ['-o', '-i', `${copy}@@${ESP}`, written('two\n'), '::/entry.conf']);
    const found = differences(content, readImage(copy, join(folder, 'esp')));
    expect(found).toEqual([expect.stringMatching(/^\/boot\/entry\.conf: /)]);
  });

  it('ignores a step that was started twice, but finds a missing step', () => {
    const file = '/var/log/writ/events.jsonl';
    const twice = written(events(['install', 'tree', 'install', 'fstab']));
    expect(after(`rm ${file}`, `write ${twice} ${file}`)).toEqual([]);
    const missing = written(events(['install', 'fstab']));
    expect(after(`rm ${file}`, `write ${missing} ${file}`)).toHaveLength(1);
  });

  it('ignores a different date and a different salt, but finds a different password', () => {
    const desc = '/var/lib/pacman/local/base-1-1/desc';
    const later = written('%NAME%\nbase\n\n%INSTALLDATE%\n1795276400\n');
    expect(after(`rm ${desc}`, `write ${later} ${desc}`)).toEqual([]);
    const shadow = `root:${hashOf('secret')}:20779::::::\nada:!:20778::::::\n`;
    expect(after('rm /etc/shadow', `write ${written(shadow)} /etc/shadow`)).toEqual([]);
    const open = shadow.replace('ada:!', 'ada:');
    expect(after('rm /etc/shadow', `write ${written(open)} /etc/shadow`)).toHaveLength(1);
    expect(accepts(content, 'root', 'secret')).toBe(true);
    expect(accepts(content, 'root', 'Secret')).toBe(false);
    expect(accepts(content, 'ada', '')).toBe(false);
  });
});
