import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../testing.ts';
import { watchArrivals } from './watch-arrivals.ts';

/** A busy machine may report files late. */
const LIMIT = { timeout: 10_000 };

it('files that arrive together cause one call, and files that arrive during a call cause another one', async () => {
  const folder = await temporaryFolder();
  const arrive = async (name: string): Promise<void> => {
    await writeFile(join(folder, `${name}.part`), name);
    await rename(join(folder, `${name}.part`), join(folder, name));
  };
  const calls: PromiseWithResolvers<void>[] = [];
  const end = watchArrivals(folder, () => {
    calls.push(Promise.withResolvers());
    return calls.at(-1)!.promise;
  });
  await arrive('a');
  await arrive('b');
  await vi.waitFor(() => expect(calls).toHaveLength(1), LIMIT);
  await arrive('c');
  calls[0]!.reject(new Error('ignored'));
  await vi.waitFor(() => expect(calls).toHaveLength(2), LIMIT);
  let hasEnded = false;
  const ending = end().then(() => (hasEnded = true));
  await arrive('d');
  expect(hasEnded).toBe(false);
  calls[1]!.resolve();
  await ending;
  expect(calls).toHaveLength(2);
});

it('a folder that does not exist is not watched', async () => {
  const end = watchArrivals(join(await temporaryFolder(), 'absent'), () =>
    Promise.reject(new Error('called')),
  );
  await expect(end()).resolves.toBeUndefined();
});
