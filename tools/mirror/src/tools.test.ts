import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingTools } from './tools.ts';

describe('missingTools', () => {
  it('lists each Debian package once, in order', () => {
    expect(missingTools('')).toEqual([
      'apt',
      'dpkg',
      'gnupg',
      'kmod',
      'libarchive-tools',
      'makepkg',
      'pacman-package-manager',
    ]);
  });

  it('accepts only executable files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'writ-tools-'));
    await writeFile(join(folder, 'bsdtar'), '', { mode: 0o755 });
    await writeFile(join(folder, 'makepkg'), '', { mode: 0o644 });
    const missing = missingTools(folder);
    await rm(folder, { recursive: true });
    expect(missing).not.toContain('libarchive-tools');
    expect(missing).toContain('makepkg');
  });
});
