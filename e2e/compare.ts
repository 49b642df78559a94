/** Compares images. Times and random values may differ. Each kind of value has its own comparison rule. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ImageContent, ImageFile } from './compare-image.ts';

/** A rule that replaces a file's content before the comparison. */
interface Exception {
  readonly of: RegExp;
  readonly instead: (copy: string) => string;
}

const exceptions: readonly Exception[] = [
  {
    of: /^\/var\/lib\/pacman\/local\/[^/]+\/desc$/,
    instead: (copy) => readText(copy).replace(/(%INSTALLDATE%\n)\d+/, '$1a date'),
  },
  // Salts are random, so `accepts` checks the password itself.
  { of: /^\/etc\/shadow-?$/, instead: (copy) => readText(copy).replaceAll(/^.*$/gm, withoutSalt) },
  { of: /^\/boot\/initramfs-[^/]+\.img$/, instead: listInitramfs },
  { of: /^\/etc\/pacman\.d\/gnupg\/pubring\.gpg$/, instead: (copy) => trustedKeys(dirname(copy)).join('\n') },
  { of: /^\/etc\/pacman\.d\/gnupg\//, instead: () => 'of the key that every system makes for itself' },
  {
    of: /^\/var\/log\/pacman\.log$/,
    // The command line contains folders of the machine that built the image.
    instead: (copy) => readText(copy).replaceAll(/^\[[^\]]+\] (\[PACMAN\] Running .*)?/gm, ''),
  },
  // The steps must be the same, regardless of interruptions.
  { of: /^\/var\/log\/writ\/events\.jsonl$/, instead: (copy) => stepsOf(readText(copy)).join(' ') },
  { of: /^\/var\/log\/writ\/log$/, instead: (copy) => logSteps(readText(copy)).join(' ') },
  // Timings are ignored.
  {
    of: /^\/var\/log\/writ\/facts\.json$/,
    instead: (copy) => `facts ${(JSON.parse(readText(copy)) as { version: number }).version}`,
  },
  // The file contains times and inode numbers of the tree. Instead, ld.so.cache, which is generated with it, is
  // compared.
  { of: /^\/var\/cache\/ldconfig\/aux-cache$/, instead: (copy) => readText(copy).slice(0, 20) },
];

/** Lists the first hundred differences, one per line; empty for equal images. */
export function differences(one: ImageContent, other: ImageContent): string[] {
  const found = one.disk.flatMap((line, at) =>
    line === other.disk[at] ? [] : [`${line} | ${other.disk[at]}`],
  );
  if (one.disk.length !== other.disk.length) found.push('another number of partitions');
  const [left, right] = [describeContent(one), describeContent(other)];
  for (const path of new Set([...left.keys(), ...right.keys()])) {
    const [a = 'absent', b = 'absent'] = [left.get(path), right.get(path)];
    if (a !== b) found.push(`${path}: ${a} | ${b}`);
    if (found.length >= 100) break;
  }
  return found;
}

/** Descriptions of images, because an image may be compared with many others. */
const described = new WeakMap<ImageContent, ReadonlyMap<string, string>>();

function describeContent(image: ImageContent): ReadonlyMap<string, string> {
  const known = described.get(image);
  if (known !== undefined) return known;
  const lines = [...image.files].map(([path, file]) => [maskKeys(path), lineOf(path, file, image)] as const);
  const description = new Map(lines);
  described.set(image, description);
  return description;
}

function lineOf(path: string, { sha256, ...file }: ImageFile, { copyOf }: ImageContent): string {
  const exception = sha256 === undefined ? undefined : exceptions.find(({ of }) => of.test(path));
  return JSON.stringify({ ...file, content: exception?.instead(copyOf(path)) ?? sha256 });
}

/** Masks the fingerprint of a key, which its file names contain. */
function maskKeys(path: string): string {
  return path.startsWith('/etc/pacman.d/gnupg/') ? path.replace(/[0-9A-F]{40}/, 'KEY') : path;
}

/** IDs of the started steps, without repetitions. */
function stepsOf(events: string): string[] {
  const parsed = events
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; id: string });
  return [...new Set(parsed.flatMap(({ type, id }) => (type === 'start' ? [id] : [])))].toSorted();
}

/** Lists the steps in the human-readable log, whose lines contain time, ID and text. */
function logSteps(lines: string): string[] {
  return [
    ...new Set([...lines.matchAll(/^\d{4}-\S+Z ([a-z0-9-]+): /gm)].map(([, id = '']) => id)),
  ].toSorted();
}

function withoutSalt(line: string): string {
  const [name, hash = '', day = '', ...rest] = line.split(':');
  // Days since 1970. Dates from packages are compared, but the installation date is not.
  const when = Number(day) > 20_000 ? 'today' : day;
  return [name, hash.startsWith('$') ? '$' : hash, when, ...rest].join(':');
}

/** Names, modes, owners and sizes of the files in an initramfs, without times. */
function listInitramfs(copy: string): string {
  return run('bsdtar', ['-tvf', copy])
    .split('\n')
    .map((line) => line.replace(/ [A-Z][a-z]{2} +\d+ +[\d:]+ /, ' '))
    .join('\n');
}

/** Fingerprints and trust of a keyring's trusted keys, except for its own key. */
export function trustedKeys(folder: string): string[] {
  const listed = run('gpg', [
    '--homedir',
    folder,
    '--batch',
    '--no-auto-check-trustdb',
    '--with-colons',
    '-k',
  ]);
  return [...listed.matchAll(/^pub:([a-z-]):.*\n(?:(?!pub:).*\n)*?fpr:(?:[^:]*:){8}([0-9A-F]+):/gm)]
    .filter(([, validity]) => validity !== 'u')
    .map(([, validity, fingerprint]) => `${validity} ${fingerprint}`)
    .toSorted();
}

/** True if this password opens an account in the image. */
export function accepts(image: ImageContent, account: string, password: string): boolean {
  const lines = readText(image.copyOf('/etc/shadow')).split('\n');
  const hash = lines.find((line) => line.startsWith(`${account}:`))?.split(':')[1] ?? '';
  // crypt(3) supports the same hashes as the system.
  const script = 'chomp(my ($password, $hash) = <STDIN>); print crypt($password, $hash)';
  return hash.startsWith('$') && run('perl', ['-e', script], `${password}\n${hash}\n`) === hash;
}

function readText(path: string): string {
  return readFileSync(path, 'latin1');
}

function run(program: string, args: readonly string[], input = ''): string {
  return execFileSync(program, args, {
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
  });
}
