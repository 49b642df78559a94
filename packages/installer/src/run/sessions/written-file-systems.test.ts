import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { JournalRecord } from '../journal-record.ts';
import { temporaryFolder } from '../testing.ts';
import { readWritten } from './written-file-systems.ts';

const open: JournalRecord = {
  kind: 'open',
  version: 1,
  plan: 'digest',
  target: 'folder',
  boot: 'boot',
  time: '2026-01-01T00:00:00Z',
  folder: { mountPoints: ['/', '/boot'], emptied: ['file-system=root', 'file-system=boot'] },
};
const tree: JournalRecord = { kind: 'start', operation: 'tree' };

/** Returns the result for a journal on this machine and a copy in the folder. */
async function written(journal?: readonly unknown[], copy?: readonly unknown[]): Promise<string[]> {
  const folder = await temporaryFolder();
  const paths = [join(folder, 'state/journal'), join(folder, 'new/var/log/writ/journal')] as const;
  for (const [index, records] of [journal, copy].entries()) {
    if (records === undefined) continue;
    mkdirSync(dirname(paths[index]!), { recursive: true });
    writeFileSync(paths[index]!, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  }
  return [
    ...(await readWritten({ path: join(folder, 'new'), mountPoints: ['/', '/boot', '/srv'] }, paths[0])),
  ];
}

it('readWritten lists the file systems of a run that began to empty them', async () => {
  const emptied = ['file-system=root', 'file-system=boot'];
  expect(await written([open, tree])).toEqual(emptied);
  expect(await written(undefined, [open, tree, { kind: 'done', operation: 'tree' }])).toEqual(emptied);
  expect(
    await written(
      [{ ...open, folder: { mountPoints: ['/'], emptied: ['file-system=var'] } }, tree],
      [open, tree],
    ),
  ).toEqual(['file-system=var', ...emptied]);
});

it('readWritten lists no file system without the evidence of a write', async () => {
  expect(await written()).toEqual([]);
  expect(await written([open, { kind: 'start', operation: 'download' }])).toEqual([]);
  expect(await written([open, 'damaged', tree])).toEqual([]);
});

it('readWritten lists no file system if a mount point of the run is no longer one', async () => {
  const folder = { mountPoints: ['/', '/home'], emptied: ['file-system=root'] };
  expect(await written([{ ...open, folder }, tree])).toEqual([]);
});
