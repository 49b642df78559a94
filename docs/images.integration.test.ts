/** Compares the pictures with the commands' output. `node scripts/recordings.ts` creates the pictures. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { faulty } from '../scripts/recordings/faulty.ts';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const folder = mkdtempSync(join(tmpdir(), 'writ-images-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const svgOf = (name: string): string => readFileSync(join(root, 'docs/images', name), 'utf8');

/** The output below the prompt, without whitespace, because lines break at the width of the terminal. */
function outputIn(name: string): string {
  const rows = new Map(
    [...svgOf(name).matchAll(/<text id="(r\d+)"[^>]*>(.*)<\/text>/g)].map(([, id, row = '']) => [id, row]),
  );
  const [, ...shown] = [...svgOf(name).matchAll(/<use href="#(r\d+)"/g)].map(([, id]) => rows.get(id));
  const text = shown.join('').replaceAll(/<[^>]*>/g, '');
  return normalize(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
}

/** Replaces digests and identifiers, which depend on the path of the image, and removes whitespace. */
function normalize(text: string): string {
  return text
    .replaceAll(/[\da-f]{64}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\b[\dA-F]{4}-[\dA-F]{4}\b/g, 'ID')
    .replaceAll(/\s/g, '');
}

function writ(...args: string[]): string {
  const command = join(root, 'packages/cli/bin/writ.js');
  const options = { cwd: folder, encoding: 'utf8', timeout: 120_000 } as const;
  const { stdout, stderr } = spawnSync(process.execPath, [command, ...args], options);
  return stdout + stderr;
}

it('findings.svg contains the findings that writ check prints', () => {
  writeFileSync(join(folder, 'machine.json'), faulty);
  expect(outputIn('findings.svg')).toBe(normalize(writ('check', 'machine.json')));
});

it('plan.svg contains the beginning of the plan', () => {
  copyFileSync(join(root, 'examples/install/minimal.json'), join(folder, 'machine.json'));
  const plan = normalize(writ('plan', 'machine.json', '--target', 'disk.img').replaceAll(folder, '/srv'));
  const shown = outputIn('plan.svg');
  expect(shown.length).toBeGreaterThan(800);
  expect(plan.slice(0, shown.length)).toBe(shown);
});

it('the animation in install.svg ends with a complete image', () => {
  expect(outputIn('install.svg')).toMatch(/\/srv\/disk\.imgiscomplete,after\d+s\.$/);
});

it('the pictures contain no path of the machine on which they were recorded', () => {
  const names = readdirSync(join(root, 'docs/images')).filter((name) => name.endsWith('.svg'));
  expect(names.length).toBeGreaterThan(2);
  for (const name of names) {
    for (const place of [root, `${tmpdir()}/`, `${homedir()}/`]) expect(svgOf(name)).not.toContain(place);
  }
});
