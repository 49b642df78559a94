import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PROCESSES = 4;
const HITS = 100;
const KEYS = 50;

interface Results {
  readonly counts: readonly number[];
  /** The keys that the process has reserved. */
  readonly reserved: readonly string[];
}

/**
 * Runs processes that use the stores at the same time, and asserts that each request is counted and each key is
 * reserved exactly once. `open` is code that assigns the stores to `stores`.
 */
export async function expectAtomic(open: string): Promise<void> {
  const results = await Promise.all(await startAll(open));
  const counts = results.flatMap((each) => each.counts).toSorted((a, b) => a - b);
  expect(counts).toEqual(Array.from({ length: PROCESSES * HITS }, (_each, index) => index + 1));
  const reserved = results.flatMap((each) => each.reserved);
  expect(reserved).toHaveLength(KEYS);
  expect(new Set(reserved).size).toBe(KEYS);
}

/** Starts all processes, and lets them begin when all are ready. */
async function startAll(open: string): Promise<readonly Promise<Results>[]> {
  const code = `${open}
    const rates = stores.rates('race');
    process.stdout.write('ready\\n');
    await new Promise((resolve) => process.stdin.once('data', resolve));
    const counts = [];
    const reserved = [];
    for (let index = 0; index < ${HITS}; index += 1) {
      counts.push((await rates.hit('client', 3_600_000)).count);
      const key = 'key ' + (index % ${KEYS});
      if ((await stores.idempotency.reserve(key, 3_600_000)) === 'reserved') reserved.push(key);
    }
    process.stdout.write(JSON.stringify({ counts, reserved }) + '\\n', () => process.exit());`;
  const processes = await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      const child = spawn('node', ['--input-type=module-typescript', '-e', code], {
        cwd: root,
        stdio: ['pipe', 'pipe', 'inherit'],
        timeout: 240_000,
      });
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      expect((await lines.next()).value).toBe('ready');
      return { child, lines };
    }),
  );
  return processes.map(async ({ child, lines }) => {
    const closed = once(child, 'close');
    child.stdin.end('go\n');
    const { value } = (await lines.next()) as { readonly value: string };
    await closed;
    return JSON.parse(value) as Results;
  });
}
