/**
 * Reads images without mounting them: the partition table, and every file with its mode, owner, link and attributes.
 */
import { createHash } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, type Dirent } from 'node:fs';
import { join } from 'node:path';

/** An entry in an image. FAT has neither owner nor mode. */
export interface ImageFile {
  /** Type and mode as six octal digits, such as `100644`. */
  readonly mode: string;
  /** `UID:GID` */
  readonly owner: string;
  /** Target of a symbolic link. */
  readonly link?: string;
  /** Digest of a regular file. */
  readonly sha256?: string;
  /** Extended attributes, such as `security.capability (20) = 01 00 …`. */
  readonly attributes: readonly string[];
  /** First path of a file with several hard links. */
  readonly sameAs?: string;
}

export interface ImageContent {
  /** Metadata outside files: partitions, and identifiers and labels of file systems. */
  readonly disk: readonly string[];
  /** Entries by path in the new system. */
  readonly files: ReadonlyMap<string, ImageFile>;
  /** Returns the path of a file's copy. */
  readonly copyOf: (path: string) => string;
}

interface Partition {
  readonly start: number;
  readonly size: number;
  readonly type: string;
  readonly uuid: string;
  readonly name?: string;
}

const EFI = 'C12A7328-F81F-11D2-BA4B-00A0C93EC93B';
const BIOS = '21686148-6449-6E6F-744E-656564454649';
const SECTOR = 512;
/** Time limit of a program in milliseconds. */
const LIMIT = 120_000;
/** Maximum output size in bytes. */
const MOST = 64 * 1024 * 1024;

/**
 * @param image path of a disk image
 * @param folder absent folder for the copies
 */
export function readImage(image: string, folder: string): ImageContent {
  const { id, partitions } = (
    JSON.parse(run('sfdisk', ['--json', image])) as {
      partitiontable: { id: string; partitions: Partition[] };
    }
  ).partitiontable;
  const disk = [`table ${id}`];
  const files = new Map<string, ImageFile>();
  const [esp, root] = [join(folder, 'esp'), join(folder, 'root')];
  for (const path of [folder, esp, root]) mkdirSync(path);
  for (const { start, size, type, uuid, name = '' } of partitions) {
    disk.push(`partition ${start} ${size} ${type} ${uuid} ${name}`);
    if (type === BIOS) continue;
    if (type === EFI) readFat(`${image}@@${start * SECTOR}`, esp, disk, files);
    else readExt4(`${image}?offset=${start * SECTOR}`, root, disk, files);
  }
  // On BIOS machines, the kernel is in the root file system.
  const boot = partitions.some(({ type }) => type === EFI) ? esp : join(root, 'boot');
  return { disk, files, copyOf: (path) => copyAt(path, boot, root) };
}

function copyAt(path: string, boot: string, root: string): string {
  return path.startsWith('/boot/') ? join(boot, path.slice('/boot'.length)) : join(root, path);
}

function readFat(image: string, folder: string, disk: string[], files: Map<string, ImageFile>): void {
  const facts = linesOf('minfo', ['-i', image, '::']);
  disk.push(...facts.filter((line) => /serial number|disk label|cluster size|big size/.test(line)));
  run('mcopy', ['-s', '-n', '-Q', '-i', image, '::/', folder]);
  for (const entry of walk(folder)) {
    const ordinary = entry.isFile();
    files.set(`/boot${pathIn(folder, entry)}`, {
      mode: ordinary ? 'file' : 'folder',
      owner: '',
      attributes: [],
      ...(ordinary ? { sha256: sha256Of(join(entry.parentPath, entry.name)) } : {}),
    });
  }
}

function readExt4(image: string, folder: string, disk: string[], all: Map<string, ImageFile>): void {
  const files = new Map<string, ImageFile>();
  const facts = linesOf('dumpe2fs', ['-h', image]);
  disk.push(
    ...facts.filter((line) =>
      /^Filesystem (volume|UUID|features)|^Inode (count|size)|^Directory Hash/.test(line),
    ),
  );
  debugfs(image, [`rdump / "${folder}"`]);
  const folders = walk(folder)
    .filter((entry) => entry.isDirectory())
    .map((entry) => pathIn(folder, entry));
  const names = new Map<string, string>();
  for (const [parent, lines] of debugfs(
    image,
    ['/', ...folders].map((path) => `ls -p "${path}"`),
  )) {
    for (const line of lines) {
      const [, inode = '', mode = '', uid, gid, name = ''] = line.split('/');
      if (inode === '0' || mode === '' || name === '..' || (name === '.' && parent !== '/')) continue;
      const path = name === '.' ? '/' : join(parent, name);
      const copy = join(folder, path);
      const first = names.get(inode);
      if (first === undefined) names.set(inode, path);
      files.set(path, {
        mode,
        owner: `${uid}:${gid}`,
        attributes: [],
        ...(mode.startsWith('12') ? { link: readlinkSync(copy) } : {}),
        ...(mode.startsWith('10') ? { sha256: sha256Of(copy) } : {}),
        ...(first === undefined ? {} : { sameAs: first }),
      });
    }
  }
  for (const [path, lines] of debugfs(
    image,
    [...files.keys()].map((name) => `ea_list "${name}"`),
  )) {
    const file = files.get(path);
    const attributes = lines.filter((line) => line.startsWith('  ')).map((line) => line.trim());
    if (file !== undefined && attributes.length > 0)
      files.set(path, { ...file, attributes: attributes.toSorted() });
  }
  for (const [path, file] of files) all.set(path, file);
}

/** Walks a folder. Node's own recursion follows symbolic links, which lead outside the folder. */
function walk(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => [
    entry,
    ...(entry.isDirectory() ? walk(join(folder, entry.name)) : []),
  ]);
}

function pathIn(folder: string, { parentPath, name }: Dirent): string {
  return join(parentPath, name).slice(folder.length);
}

/** Runs debugfs commands. Returns their output by operand. */
function debugfs(image: string, commands: readonly string[]): Map<string, string[]> {
  const { stdout, stderr, status } = spawnSync('debugfs', ['-f', '-', image], {
    input: `${commands.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: MOST,
    timeout: LIMIT,
  });
  const complaints = stderr.split('\n').filter((line) => line !== '' && !/^debugfs \d/.test(line));
  if (status !== 0 || complaints.length > 0) throw new Error(`debugfs: ${complaints.join('; ')}`);
  const answers = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of stdout.split('\n')) {
    const asked = /^debugfs: .*?"(.*)"$/.exec(line)?.[1];
    if (asked === undefined) lines.push(line);
    else answers.set(asked, (lines = []));
  }
  return answers;
}

function linesOf(program: string, args: readonly string[]): string[] {
  return run(program, args).split('\n');
}

function run(program: string, args: readonly string[]): string {
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  return execFileSync(program, args, {
    encoding: 'utf8',
    stdio: [...stdio],
    maxBuffer: MOST,
    timeout: LIMIT,
  });
}

function sha256Of(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
