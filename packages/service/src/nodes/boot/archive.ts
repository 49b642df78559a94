/** A file of an archive. Only its owner, root, can read it. */
export interface ArchiveFile {
  /** Path without a leading slash. */
  readonly path: string;
  readonly content: string;
}

const DIRECTORY = 0o040700;
const FILE = 0o100600;
/** Archives that follow each other as initial file systems begin at multiples of this size. */
const BLOCK = 512;

/**
 * Returns an archive in the format that Linux unpacks into its initial file system (cpio, `newc`), with the parent folders
 * of all files.
 */
export function makeCpio(files: readonly ArchiveFile[]): Buffer {
  const folders = new Set(files.flatMap(({ path }) => parentsOf(path)));
  const entries = [
    ...[...folders].map((path) => entry(path, DIRECTORY, Buffer.alloc(0))),
    ...files.map(({ path, content }) => entry(path, FILE, Buffer.from(content))),
    entry('TRAILER!!!', 0, Buffer.alloc(0)),
  ];
  return pad(Buffer.concat(entries), BLOCK);
}

function parentsOf(path: string): string[] {
  const segments = path.split('/').slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

function entry(path: string, mode: number, content: Buffer): Buffer {
  const name = Buffer.from(`${path}\0`);
  // Number, mode, owner, group, links, time, size, four device numbers, length of the name, checksum.
  const fields = [0, mode, 0, 0, 1, 0, content.length, 0, 0, 0, 0, name.length, 0];
  const header = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}`;
  return Buffer.concat([pad(Buffer.concat([Buffer.from(header), name]), 4), pad(content, 4)]);
}

function pad(bytes: Buffer, multiple: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((multiple - (bytes.length % multiple)) % multiple)]);
}
