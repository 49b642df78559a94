import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/fakes.ts';
import { imagePath, isOccupied } from './image-name.ts';

describe('the check of an image name', () => {
  it.each(['disk.img', 'a.raw', 'Web-01_2026.11.img', 'a..b.img'])('accepts %s', (name) => {
    expect(imagePath('/images', name)).toBe(`/images/${name}`);
  });

  it.each([
    '',
    'disk',
    'disk.qcow2',
    '.img',
    '.hidden.img',
    '-rf.img',
    '../disk.img',
    'a/b.img',
    '/etc/disk.img',
    'a\\b.img',
    'a\0.img',
    'disk.img\n',
    'disk.img/',
    'disk.img.writ/tree',
    '..%2fdisk.img',
    'dïsk.img',
    `${'a'.repeat(97)}.img`,
  ])('rejects %j', (name) => {
    expect(imagePath('/images', name)).toBeUndefined();
  });

  it('rejects existing files that are not regular files', () => {
    const folder = temporaryFolder();
    const at = (name: string): string => join(folder, name);
    writeFileSync(at('file.img'), '');
    mkdirSync(at('folder.img'));
    symlinkSync('/dev/null', at('link.img'));
    symlinkSync('/nowhere', at('dangling.img'));
    expect(
      ['file.img', 'none.img', 'folder.img', 'link.img', 'dangling.img'].map((name) => isOccupied(at(name))),
    ).toEqual([false, false, true, true, true]);
  });
});
