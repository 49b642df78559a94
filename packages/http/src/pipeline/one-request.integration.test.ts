import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = new URL('../../../../', import.meta.url);
const script = fileURLToPath(new URL('fixtures/files-of-request.ts', import.meta.url));

/** Returns the files whose functions run for the second of two requests to a server. */
async function filesOf(...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { timeout: 110_000 });
  const { answer, files } = JSON.parse(stdout) as { answer: string; files: readonly string[] };
  expect(answer).toBe('{"id":42}');
  return files;
}

/** Returns the files to which the documentation links in its numbered list about one request. */
function filesInList(): readonly string[] {
  const page = readFileSync(new URL('docs/architecture.md', root), 'utf8');
  const section = /\n## One request\n(.*?)\n## /s.exec(page)![1]!;
  const list = section.split('\n').filter((line) => /^\d+\. /.test(line));
  const links = list.flatMap((line) => [...line.matchAll(/\]\(\.\.\/packages\/([^)]+)\)/g)]);
  return [...new Set(links.map(([, file]) => file!))].toSorted();
}

it('a request with a path parameter runs code in the transport and 17 other files, which the documentation lists', async () => {
  const files = await filesOf('fast');
  expect(files.filter((file) => !file.startsWith('http/src/server/')).length).toBeLessThanOrEqual(17);
  expect(files).toEqual(filesInList());
});

it('a request on node:http runs code in at most 20 files, and in at most one more than in Fastify', async () => {
  const fastify = await filesOf('fastify', fileURLToPath(new URL('bench/http', root)));
  expect(fastify.length).toBeGreaterThan(10);
  expect((await filesOf('node')).length).toBeLessThanOrEqual(Math.min(20, fastify.length + 1));
});
