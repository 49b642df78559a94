/**
 * Records the terminal pictures in docs/images: the real output of `writ check`, `plan` and `install`.
 *
 * Without root, or if a program is missing, the script skips the installation and does not update its picture.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildMirror, missingTools, serveMirror } from '@writ/mirror';
import { faulty } from './recordings/faulty.ts';
import { lastFrame } from './recordings/film.ts';
import { renderPicture } from './recordings/picture.ts';
import { COLUMNS, record } from './recordings/record.ts';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const folder = mkdtempSync(join(tmpdir(), 'writ-recordings-'));
const config = join(folder, 'machine.json');
const example = join(root, 'examples/install/minimal.json');

try {
  writeFileSync(config, faulty);
  await writePicture('findings', 'writ check names every mistake', 'writ check machine.json', 1);
  copyFileSync(example, config);
  const plan = 'writ plan machine.json --target disk.img | head -n 30';
  await writePicture('plan', 'writ plan shows every operation', plan, 0);
  const missing = process.getuid?.() === 0 ? missingTools() : ['root'];
  if (missing.length === 0) await recordInstallation();
  else process.stderr.write(`skipped the installation, which needs ${missing.join(', ')}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function recordInstallation(): Promise<void> {
  const { root: packages } = await buildMirror({ set: 'tiny', log: print });
  const mirror = await serveMirror(packages);
  try {
    const text = readFileSync(example, 'utf8').replace(/http:[^"]+/, mirror.address);
    writeFileSync(config, text);
    const command = 'writ install machine.json --target disk.img --yes';
    await writePicture('install', 'writ install onto an image', command, 0, 'film');
  } finally {
    await mirror.close();
  }
}

async function writePicture(
  name: string,
  title: string,
  command: string,
  status: number,
  kind: 'still' | 'film' = 'still',
): Promise<void> {
  const frames = await record(folder, command, status);
  const file = join(root, 'docs/images', `${name}.svg`);
  writeFileSync(file, renderPicture(title, kind === 'film' ? frames : lastFrame(frames), COLUMNS));
  print(file);
}

function print(text: string): void {
  process.stderr.write(`${text}\n`);
}
