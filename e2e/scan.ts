/** Searches for strings in files of any size. */
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';

/** Size limit in bytes. A larger file is a sparse image, which is too long for a string. */
const LARGE = 64 * 1024 * 1024;
const LIMIT = 120_000;

/**
 * Reads the data of a sparse file, without its holes. The strings are passed through standard input, because
 * they are secrets.
 */
const SCRIPT = `
import json, os, sys
needles = [text.encode() for text in json.load(sys.stdin)]
fd, counts, overlap = os.open(sys.argv[1], os.O_RDONLY), [0] * len(needles), max(map(len, needles)) - 1
size, at, piece = os.fstat(fd).st_size, 0, 1 << 26
while at < size:
    try: at = os.lseek(fd, at, os.SEEK_DATA)
    except OSError: break
    end = min(os.lseek(fd, at, os.SEEK_HOLE), at + piece)
    block = os.pread(fd, end - at + overlap, at)
    for index, needle in enumerate(needles):
        counts[index] += block[:end - at + len(needle) - 1].count(needle)
    at = end
print(json.dumps(counts))`;

/**
 * Counts each string's occurrences in a file. Asynchronous, because this process serves mirrors, and an
 * installation abandons a mirror that sends nothing for ten seconds.
 */
export async function countEach(file: string, texts: readonly string[]): Promise<number[]> {
  const stats = await stat(file);
  // Reading a disk with all its empty space takes longer than installing to it.
  if (stats.isBlockDevice()) throw new TypeError(`${file} is a disk; search the file that contains its data`);
  if (stats.size > LARGE) return countInImage(file, texts);
  const content = await readFile(file);
  return texts.map((text) => occurrences(content, Buffer.from(text)));
}

/** Counts the occurrences of all strings in a file. */
export async function count(file: string, texts: readonly string[]): Promise<number> {
  return (await countEach(file, texts)).reduce((sum, each) => sum + each, 0);
}

function occurrences(content: Buffer, needle: Buffer): number {
  let found = 0;
  for (let at = content.indexOf(needle); at >= 0; at = content.indexOf(needle, at + needle.length))
    found += 1;
  return found;
}

function countInImage(file: string, texts: readonly string[]): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const child = execFile('python3', ['-I', '-c', SCRIPT, file], { timeout: LIMIT }, (error, stdout) => {
      if (error === null) resolve(JSON.parse(stdout) as number[]);
      else reject(error);
    });
    child.stdin!.end(JSON.stringify(texts));
  });
}
