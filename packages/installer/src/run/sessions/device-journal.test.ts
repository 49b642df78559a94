import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDeviceJournal, type DeviceJournal } from './device-journal.ts';
import { readJournal } from '../journal.ts';
import { temporaryFolder } from '../testing.ts';

interface Made {
  readonly journal: DeviceJournal;
  readonly path: string;
  readonly copy: string;
  /** The content of the journal's copy at each sync, or `no copy`. */
  readonly written: string[];
  /** Calls that update the copy of the record. */
  readonly carried: string[];
}

async function make(): Promise<Made> {
  const folder = await temporaryFolder();
  const path = join(folder, 'journal');
  const copy = join(folder, 'tree/var/log/writ/journal');
  const written: string[] = [];
  const carried: string[] = [];
  const note = (what: string) => (): Promise<void> => {
    carried.push(`${what} after ${written.length}`);
    return Promise.resolve();
  };
  const journal = await openDeviceJournal(path, 'new', {
    path: () => Promise.resolve(copy),
    record: { create: note('begin'), update: note('go') },
    writeThrough: async () => {
      written.push(await readFile(copy, 'utf8').catch(() => 'no copy'));
    },
  });
  return { journal, path, copy, written, carried };
}

it('the journal of a disk is copied completely when the root file system is mounted, and then written to both places', async () => {
  const { journal, path, copy } = await make();
  await journal.append({ kind: 'done', operation: 'tree' });
  await expect(stat(copy)).rejects.toThrow('ENOENT');
  await journal.beginCopy();
  await journal.append({ kind: 'start', operation: 'packages' });
  expect(await readJournal(copy)).toEqual(await readJournal(path));
  expect((await stat(join(copy, '..'))).mode & 0o777).toBe(0o700);
  expect((await stat(copy)).mode & 0o777).toBe(0o600);
  journal.endCopy();
  await journal.append({ kind: 'done', operation: 'packages' });
  expect((await readJournal(copy))?.length).toBe(2);
  expect((await readJournal(path))?.length).toBe(3);
  await journal.close();
});

it('the journal of a disk records an operation as done only after a sync', async () => {
  const { journal, written } = await make();
  await journal.beginCopy();
  expect(written).toEqual(['no copy']);
  await journal.append({ kind: 'start', operation: 'a' });
  await journal.append({ kind: 'done', operation: 'a' });
  expect(written).toEqual(['no copy', '{"kind":"start","operation":"a"}\n']);
  await journal.close();
});

it("a disk's journal updates the record before each sync and at the end of a run", async () => {
  const { journal, carried } = await make();
  await journal.append({ kind: 'done', operation: 'tree' });
  expect(carried).toEqual([]);
  await journal.beginCopy();
  await journal.append({ kind: 'start', operation: 'a' });
  await journal.append({ kind: 'done', operation: 'a' });
  await journal.append({ kind: 'start', operation: 'b' });
  expect(carried).toEqual(['begin after 1', 'go after 1']);
  await journal.close();
  expect(carried).toEqual(['begin after 1', 'go after 1', 'go after 2']);
});

it('the copy of the journal replaces an existing entry and follows no link out of the tree', async () => {
  const { journal, copy } = await make();
  const outside = join(copy, '../../../../../outside');
  await writeFile(outside, 'mine');
  await mkdir(join(copy, '..'), { recursive: true });
  await symlink(outside, copy);
  await journal.append({ kind: 'done', operation: 'tree' });
  await journal.beginCopy();
  expect(await readFile(outside, 'utf8')).toBe('mine');
  await chmod(copy, 0o600);
  expect(await readJournal(copy)).toHaveLength(1);
  await journal.close();
});
