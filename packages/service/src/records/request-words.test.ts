import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { phrase, phrasesOf, textOf } from '@writ/diagnostics';
import { checkConfiguration } from '@writ/installer';
import { refusal, term } from '@writ/installer/internal';
import { expect, it } from 'vitest';
import { toNodeWords, toRequestWords } from './request-words.ts';

it('a finding refers to the members of a request instead of command-line options', () => {
  const hint = phrase`pass ${term('imageSizeOf', 12)} or more, or another mirror with ${term('mirror')}`;
  const finding = refusal('target-too-small', phrase`invalid ${term('seed')}`, { hint, pointer: '/a' });
  expect(finding).toMatchObject({
    message: 'invalid --seed',
    hint: 'pass --image-size 12G or more, or another mirror with --mirror',
  });
  const { phrases: _phrases, ...others } = finding;
  expect(toRequestWords(finding)).toEqual({
    ...others,
    message: 'invalid seed',
    hint: 'pass imageSize 12884901888 or more, or another mirror with "mirror"',
  });
});

it('the next step of a failure refers to the members of a request', () => {
  const next = phrase`Check the disk, then ${term('resumeCommand')}.`;
  expect(toRequestWords({ next: textOf(next), ...phrasesOf({ next }), tail: ['a'] })).toEqual({
    next: 'Check the disk, then resume the installation with rerunCommand: true.',
    tail: ['a'],
  });
});

it('user content that looks like an option is unchanged', () => {
  const text = JSON.stringify({ hostname: '--mirror --wipe', 'pass --creds': 'run the same command again' });
  const { findings } = checkConfiguration({ config: { file: 'a', text } });
  const before = findings.filter(({ message }) => message.includes('--'));
  expect(before.length).toBeGreaterThan(1);
  expect(before.map((finding) => toRequestWords(finding).message)).toEqual(
    before.map(({ message }) => message),
  );
});

const packages = fileURLToPath(new URL('../../../', import.meta.url));
/** The options and commands of `writ install`. */
const OPTIONS =
  /--(?:advanced|command-limit|creds|dry-run|facts|firmware|image-size|lock|min-rate|mirror|plan-sha256|rerun-command|resume|seed|strict|target|wipe|yes)(?![=\w-])|same command|writ (?:check|install|plan)\b/;
/** Files with the command line's own words, or with strings that no response contains. */
const OTHERS = [
  /terms\.ts$/,
  // Creates a command line that becomes the value of a term.
  /check-legacy-keys\.ts$/,
  /plan-inputs\.ts$/,
  /\/(?:data|scripts|config\/commands|fake-machines|goldens)\//,
  /finding-codes\.ts$/,
  /\.gen\.ts$/,
  /test(?:ing)?\.ts$/,
];

it('strings of the installer and the conversion contain options only as terms', () => {
  const files = globSync('{installer,convert}/src/**/*.ts', { cwd: packages });
  const strings = files
    .filter((file) => !OTHERS.some((other) => other.test(file)))
    .flatMap((file) => {
      const code = readFileSync(`${packages}${file}`, 'utf8').replaceAll(/^\s*(?:\*|\/[/*]).*$/gm, '');
      return [...code.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)].map(
        ([text]) => text,
      );
    });
  expect(strings.length).toBeGreaterThan(1000);
  // archinstall and fsck.f2fs have options of the same names.
  const others = /--creds-decryption-key|^'--dry-run'$/;
  expect(strings.filter((text) => OPTIONS.test(text) && !others.test(text))).toEqual([]);
});

it('a request names one target, so the second disk of a RAID is installed by an agent', () => {
  const hint = phrase`${term('addSecondDisk')}`;
  const finding = refusal('raid-unsuitable', 'RAID 1 requires two disks', { hint });
  expect(finding.hint).toContain('--target');
  expect(toRequestWords(finding).hint).toBe(
    'add the second disk to harddrives, and install with an agent, because a request has exactly one target',
  );
});

it('the target of a node is a disk in harddrives, and that of a request is an image', () => {
  const finding = refusal('no-target', 'missing target', { hint: phrase`${term('chooseTarget')}` });
  expect([toRequestWords(finding).hint, toNodeWords(finding).hint]).toEqual([
    'send the name of an image',
    'name a disk of the node in harddrives',
  ]);
});
