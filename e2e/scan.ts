/** Searches for strings in files of any size. */
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';

/** Size limit in bytes. A larger file is a sparse image, which is too long for a string. */
const LARGE = 64 * 1024 * 1024;
const LIMIT = 120_000;

/** Length in bytes of the beginning by which strings are searched for together. */
const BEGINNING = 3;

/**
 * Reads the data of a sparse file, without its holes. The strings are passed through standard input, because
 * they are secrets.
 */
const SCRIPT = `
import json, os, sys
needles = [text.encode() for text in json.load(sys.stdin)]
beginnings = {}
for index, needle in enumerate(needles): beginnings.setdefault(needle[:${BEGINNING}], []).append(index)
fd, counts, overlap = os.open(sys.argv[1], os.O_RDONLY), [0] * len(needles), max(map(len, needles)) - 1
size, at, piece = os.fstat(fd).st_size, 0, 1 << 26
while at < size:
    try: at = os.lseek(fd, at, os.SEEK_DATA)
    except OSError: break
    end = min(os.lseek(fd, at, os.SEEK_HOLE), at + piece)
    block = os.pread(fd, end - at + overlap, at)
    for beginning, indexes in beginnings.items():
        found = block.find(beginning)
        while 0 <= found < end - at:
            for index in indexes: counts[index] += block.startswith(needles[index], found)
            found = block.find(beginning, found + 1)
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
  return countInContent(
    await readFile(file),
    texts.map((text) => Buffer.from(text)),
  );
}

/** Counts the occurrences of all strings in a file. */
export async function count(file: string, texts: readonly string[]): Promise<number> {
  return (await countEach(file, texts)).reduce((sum, each) => sum + each, 0);
}

/** Searches once for all strings with the same beginning. */
function countInContent(content: Buffer, needles: readonly Buffer[]): number[] {
  const counts = new Map(needles.map((needle) => [needle, 0]));
  const groups = Map.groupBy(needles, (needle) => needle.toString('latin1', 0, BEGINNING));
  for (const [beginning, group] of groups) {
    for (
      let at = content.indexOf(beginning, 0, 'latin1');
      at >= 0;
      at = content.indexOf(beginning, at + 1, 'latin1')
    ) {
      for (const needle of group)
        if (content.subarray(at, at + needle.length).equals(needle))
          counts.set(needle, counts.get(needle)! + 1);
    }
  }
  return needles.map((needle) => counts.get(needle)!);
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
