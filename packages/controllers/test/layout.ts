import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const workspace = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/**
 * Creates a folder with these files, which is removed when the test ends. Adds the import of `Controller` to files that
 * use it without any imports.
 */
export function createLayout(files: Readonly<Record<string, string>>): string {
  const folder = writeLayout(files);
  onTestFinished(() => removeLayout(folder));
  return folder;
}

/** Creates the same folder outside a test; the caller must remove it. */
export function writeLayout(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'writ-controllers-'));
  symlinkSync(workspace, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    const needsImport = /\bController\b/.test(content) && !content.includes('import ');
    writeFileSync(
      file,
      needsImport ? `import { Controller } from '@writ/controllers';\n${content}` : content,
    );
  }
  return folder;
}

export function removeLayout(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
