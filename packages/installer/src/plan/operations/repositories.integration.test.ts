import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { enableRepositories } from './repositories.ts';

const include = 'Include = /etc/pacman.d/mirrorlist';
const section = (name: string, off = ''): string => `${off}[${name}]\n${off}${include}\n`;

/** The repositories in the distribution's pacman.conf. */
const distribution = [
  '[options]\nHoldPkg = pacman glibc\nDownloadUser = alpm\n',
  section('core-testing', '#'),
  section('core'),
  section('extra-testing', '#'),
  section('extra'),
  section('multilib-testing', '#'),
  section('multilib', '#'),
  '# An example of a custom repository\n#[custom]\n#SigLevel = Optional TrustAll\n',
].join('\n');
/** A pacman.conf without repositories. */
const empty = '[options]\nArchitecture = auto\n';

/** Lists the active sections in order. */
const active = (text: string): string[] => [...text.matchAll(/^\[(.*)\]$/gm)].map(([, name = '']) => name);

function enabled(wanted: Parameters<typeof enableRepositories>[0], before: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'writ-repositories-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'pacman.conf');
  writeFileSync(file, before);
  const apply = (): string => {
    for (const { argv } of enableRepositories(wanted)!.commands) {
      const [program = '', ...args] = argv.map((text) => text.replace('{tree}/etc/pacman.conf', file));
      execFileSync(program, args);
    }
    return readFileSync(file, 'utf8');
  };
  const once = apply();
  expect(apply(), 'done twice').toBe(once);
  for (const check of enableRepositories(wanted)!.verify) {
    if (check.kind === 'contains') expect(once).toMatch(new RegExp(check.pattern, 'm'));
  }
  return once;
}

describe('the repositories in pacman.conf', () => {
  it('are unchanged if there is nothing to enable', () => expect(enableRepositories([])).toBeUndefined());

  it("are uncommented at their positions in the distribution's file", () => {
    expect(active(enabled(['multilib'], distribution))).toEqual(['options', 'core', 'extra', 'multilib']);
    expect(active(enabled(['testing'], distribution))).toEqual([
      'options',
      'core-testing',
      'core',
      'extra-testing',
      'extra',
    ]);
    expect(active(enabled(['testing', 'multilib'], distribution))).toEqual([
      'options',
      'core-testing',
      'core',
      'extra-testing',
      'extra',
      'multilib',
    ]);
  });

  it('are enabled without changes to other lines', () => {
    const changed = enabled(['multilib'], distribution).split('\n');
    const lines = distribution.split('\n');
    expect(changed).toHaveLength(lines.length);
    expect(changed.filter((line, index) => line !== lines[index])).toEqual(['[multilib]', include]);
  });

  it('are added if they are missing, with testing before all others', () => {
    expect(active(enabled(['testing', 'multilib'], empty))).toEqual([
      'options',
      'core-testing',
      'extra-testing',
      'multilib',
    ]);
    expect(active(enabled(['testing', 'multilib'], `${empty}\n${section('core')}`))).toEqual([
      'options',
      'core-testing',
      'extra-testing',
      'core',
      'multilib',
    ]);
    expect(enabled(['multilib'], empty)).toContain(section('multilib'));
  });
});
