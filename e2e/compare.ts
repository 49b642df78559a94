/** Two images are equal when nothing differs but what time and chance decide; each of these is looked at in its own way. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ImageContent, ImageFile } from './compare-image.ts';

/** What is compared of a file instead of its bytes. */
interface Exception {
  readonly of: RegExp;
  readonly instead: (copy: string) => string;
}

const exceptions: readonly Exception[] = [
  {
    of: /^\/var\/lib\/pacman\/local\/[^/]+\/desc$/,
    instead: (copy) => text(copy).replace(/(%INSTALLDATE%\n)\d+/, '$1a date'),
  },
  // Salts are new in every run: `accepts` tells whether it is the password that was given.
  { of: /^\/etc\/shadow-?$/, instead: (copy) => text(copy).replaceAll(/^.*$/gm, withoutSalt) },
  { of: /^\/boot\/initramfs-[^/]+\.img$/, instead: listing },
  { of: /^\/etc\/pacman\.d\/gnupg\/pubring\.gpg$/, instead: (copy) => trusted(dirname(copy)).join('\n') },
  { of: /^\/etc\/pacman\.d\/gnupg\//, instead: () => 'of the key that every system makes for itself' },
  {
    of: /^\/var\/log\/pacman\.log$/,
    // The line with the command names folders of the machine that made the image.
    instead: (copy) => text(copy).replaceAll(/^\[[^\]]+\] (\[PACMAN\] Running .*)?/gm, ''),
  },
  // However often it was interrupted: the same steps.
  { of: /^\/var\/log\/writ\/events\.jsonl$/, instead: (copy) => stepsOf(text(copy)).join(' ') },
  { of: /^\/var\/log\/writ\/log$/, instead: (copy) => logged(text(copy)).join(' ') },
  // What else the machine was doing is of no account.
  {
    of: /^\/var\/log\/writ\/facts\.json$/,
    instead: (copy) => `facts ${(JSON.parse(text(copy)) as { version: number }).version}`,
  },
  // It holds times and inode numbers of the tree; what it speeds up, ld.so.cache, is compared.
  { of: /^\/var\/cache\/ldconfig\/aux-cache$/, instead: (copy) => text(copy).slice(0, 20) },
];

/** What differs, a line each, the first hundred; empty for equal images. */
export function differences(one: ImageContent, other: ImageContent): string[] {
  const found = one.disk.flatMap((line, at) =>
    line === other.disk[at] ? [] : [`${line} | ${other.disk[at]}`],
  );
  if (one.disk.length !== other.disk.length) found.push('another number of partitions');
  const [left, right] = [described(one), described(other)];
  for (const path of new Set([...left.keys(), ...right.keys()])) {
    const [a = 'absent', b = 'absent'] = [left.get(path), right.get(path)];
    if (a !== b) found.push(`${path}: ${a} | ${b}`);
    if (found.length >= 100) break;
  }
  return found;
}

function described(image: ImageContent): Map<string, string> {
  const lines = [...image.files].map(([path, file]) => [anyKey(path), lineOf(path, file, image)] as const);
  return new Map(lines);
}

function lineOf(path: string, { sha256, ...file }: ImageFile, { copyOf }: ImageContent): string {
  const exception = sha256 === undefined ? undefined : exceptions.find(({ of }) => of.test(path));
  return JSON.stringify({ ...file, content: exception?.instead(copyOf(path)) ?? sha256 });
}

/** The names of files of a key hold its fingerprint. */
function anyKey(path: string): string {
  return path.startsWith('/etc/pacman.d/gnupg/') ? path.replace(/[0-9A-F]{40}/, 'KEY') : path;
}

/** The ids of the steps that were begun, each once. */
function stepsOf(events: string): string[] {
  const parsed = events
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; id: string });
  return [...new Set(parsed.flatMap(({ type, id }) => (type === 'start' ? [id] : [])))].toSorted();
}

/** The same of the lines for people: a time, the id, what was said. */
function logged(lines: string): string[] {
  return [
    ...new Set([...lines.matchAll(/^\d{4}-\S+Z ([a-z0-9-]+): /gm)].map(([, id = '']) => id)),
  ].toSorted();
}

function withoutSalt(line: string): string {
  const [name, hash = '', day = '', ...rest] = line.split(':');
  // Days since 1970: those of this century's packages are kept, that of the installation is not.
  const when = Number(day) > 20_000 ? 'today' : day;
  return [name, hash.startsWith('$') ? '$' : hash, when, ...rest].join(':');
}

/** Names, modes, owners and sizes of what an initramfs holds; the bytes hold times. */
function listing(copy: string): string {
  return run('bsdtar', ['-tvf', copy])
    .split('\n')
    .map((line) => line.replace(/ [A-Z][a-z]{2} +\d+ +[\d:]+ /, ' '))
    .join('\n');
}

/** Fingerprints of the keys that a keyring trusts, its own aside, with how much. */
export function trusted(folder: string): string[] {
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

/** Whether an image's account is opened by this password. */
export function accepts(image: ImageContent, account: string, password: string): boolean {
  const lines = text(image.copyOf('/etc/shadow')).split('\n');
  const hash = lines.find((line) => line.startsWith(`${account}:`))?.split(':')[1] ?? '';
  // crypt(3) itself: it knows the same kinds of hashes as the system that will ask it.
  const script = 'chomp(my ($password, $hash) = <STDIN>); print crypt($password, $hash)';
  return hash.startsWith('$') && run('perl', ['-e', script], `${password}\n${hash}\n`) === hash;
}

function text(path: string): string {
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
