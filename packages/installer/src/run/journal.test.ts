import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPlan } from '../plan/create-plan.ts';
import { sampleFacts, sampleSettings } from '../plan/testing.ts';
import type { JournalRecord, ResolvedPackage } from './journal-record.ts';
import { openJournal, readJournal } from './journal.ts';
import { resolveResumeState } from './resume-state.ts';
import { temporaryFolder } from './testing.ts';

const sample = createPlan(sampleSettings(), sampleFacts, {});
const boot = 'boot-1';
const opened: JournalRecord = {
  kind: 'open',
  version: 1,
  plan: sample.digest,
  target: sample.target.identity,
  boot,
  time: '2026-01-01T00:00:00Z',
};
const resolved: ResolvedPackage = {
  name: 'base',
  version: '1-1',
  architecture: 'x86_64',
  repository: 'core',
  file: 'f',
  sha256: '',
  size: 1,
  installedSize: 1,
};
const started = (operation: string): JournalRecord => ({ kind: 'start', operation });
const done = (operation: string): JournalRecord => ({ kind: 'done', operation });
const startedAndDone = (...operations: string[]): JournalRecord[] =>
  operations.flatMap((id) => [started(id), done(id)]);

describe('a journal', () => {
  it('returns the appended records, and accepts further records', async () => {
    const path = join(await temporaryFolder(), 'journal');
    expect(await readJournal(path)).toBeUndefined();
    const first = await openJournal(path, 'new');
    await first.append(opened);
    await first.close();
    const second = await openJournal(path, 'continue');
    await second.append(started('tree'));
    await second.close();
    expect(await readJournal(path)).toEqual([opened, started('tree')]);
  });

  it('is read without its last line if a power failure left that line incomplete', async () => {
    const path = join(await temporaryFolder(), 'journal');
    await writeFile(path, `${JSON.stringify(opened)}\n{"kind":"sta`);
    expect(await readJournal(path)).toEqual([opened]);
    const journal = await openJournal(path, 'continue');
    await journal.append(started('tree'));
    await journal.close();
    expect(await readJournal(path)).toEqual([opened, started('tree')]);
  });

  it('causes an error if it contains a line that Writ did not write', async () => {
    const path = join(await temporaryFolder(), 'journal');
    await writeFile(path, `${JSON.stringify(opened)}\n`);
    await appendFile(path, 'hello\n');
    await expect(readJournal(path)).rejects.toThrow('line 2');
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a number', 7],
    ['a record without a kind', { operation: 'tree' }],
    ['a record of an unknown kind', { kind: 'undone', operation: 'tree' }],
    ['an operation without a name', { kind: 'done' }],
    ['packages that are not a list', { kind: 'resolved', packages: 7 }],
    ['a package without a name', { kind: 'resolved', packages: [{ version: '1-1' }] }],
    ['mirrors that are not a list', { kind: 'mirrors', chosen: 'here' }],
  ])('causes an error if it contains %s', async (_what, record) => {
    const path = join(await temporaryFolder(), 'journal');
    await writeFile(path, `${JSON.stringify(opened)}\n${JSON.stringify(record)}\n`);
    await expect(readJournal(path)).rejects.toThrow(`line 2 of ${path} is not a journal record`);
  });

  it.each<[string, unknown, string]>([
    [
      'a valid message',
      { kind: 'failed', operation: 'tree', message: 7, half: true },
      '/message is not a string',
    ],
    [
      'a size',
      { kind: 'resolved', packages: [{ ...resolved, size: undefined }] },
      'missing size in /packages/0',
    ],
    [
      'a valid size',
      { kind: 'resolved', packages: [{ ...resolved, size: -1 }] },
      '/packages/0/size is not a valid count',
    ],
    ['a kind', { operation: 'tree' }, 'missing kind'],
    ['a known kind', { kind: 'toString' }, '/kind has an unknown value'],
  ])('is rejected, with the location, if a record lacks %s', async (_what, record, fault) => {
    const path = join(await temporaryFolder(), 'journal');
    await writeFile(path, `${JSON.stringify(opened)}\n${JSON.stringify(record)}\n`);
    await expect(readJournal(path)).rejects.toThrow(`line 2 of ${path} is not a journal record: ${fault}`);
  });

  it('is accepted if a record has unknown keys', async () => {
    const path = join(await temporaryFolder(), 'journal');
    const record = { ...opened, note: 'of a later version' };
    await writeFile(path, `${JSON.stringify(record)}\n`);
    expect(await readJournal(path)).toEqual([record]);
  });

  it('is rejected if it has another version', async () => {
    const path = join(await temporaryFolder(), 'journal');
    await writeFile(path, `${JSON.stringify({ ...opened, version: 2 })}\n`);
    await expect(readJournal(path)).rejects.toThrow(`${path} was written by a different version of Writ`);
  });

  it('is readable and writable by its owner only', async () => {
    const path = join(await temporaryFolder(), 'journal');
    await (await openJournal(path, 'new')).close();
    expect((await readFile(path)).length).toBe(0);
    const { mode } = await import('node:fs/promises').then(({ stat }) => stat(path));
    expect(mode & 0o777).toBe(0o600);
  });
});

describe('the state of an unfinished installation', () => {
  it.each(sample.operations.slice(1).map(({ id }, index) => [id, index] as const))(
    'lists all operations before %s as done after a kill before that operation',
    (_id, index) => {
      const before = sample.operations.slice(1, index + 1).map(({ id }) => id);
      const state = resolveResumeState([opened, ...startedAndDone(...before)], sample, boot);
      expect(state).toEqual({ done: new Set(before), started: new Set() });
    },
  );

  it.each([
    ['the creation of the tree', ['tree'], { done: [], started: 'tree' }],
    ['the writing of early files', ['tree', 'early-files'], { done: ['tree'], started: 'early-files' }],
    ['the package transaction, whose tree is discarded', ['tree', 'early-files', 'packages'], { done: [] }],
    [
      'the creation of a user',
      ['tree', 'packages', 'user-ada'],
      { done: ['tree', 'packages'], started: 'user-ada' },
    ],
    ['a custom command', ['tree', 'command-1'], { done: ['tree'], started: 'command-1' }],
    [
      'the creation of the root file system, whose image is discarded',
      ['tree', 'image-table', 'image-esp', 'image-root'],
      { done: ['tree'] },
    ],
    [
      'the renaming of the image to its final name',
      ['tree', 'image-table', 'publish'],
      { done: ['tree', 'image-table'], started: 'publish' },
    ],
  ])(
    'refers to the right operation after a kill during %s',
    (_what, operations, { done: wanted, started: half }: { done: string[]; started?: string }) => {
      const last = operations.at(-1)!;
      const records = [opened, ...startedAndDone(...operations.slice(0, -1)), started(last)];
      const state = resolveResumeState(records, sample, boot);
      expect(state).toEqual({ done: new Set(wanted), started: new Set(half === undefined ? [] : [half]) });
    },
  );

  it('invalidates all operations that depend on a restarted operation', () => {
    const records = [
      opened,
      ...startedAndDone('tree', 'image-table', 'image-esp'),
      started('image-root'),
      opened,
      started('image-table'),
    ];
    expect(resolveResumeState(records, sample, boot)).toEqual({
      done: new Set(['tree']),
      started: new Set(['image-table']),
    });
  });

  it('retains operations that do not depend on a restarted operation', () => {
    const records = [
      opened,
      ...startedAndDone('tree', 'packages', 'locale', 'user-ada'),
      started('package-keyring'),
      started('locale'),
    ];
    expect(resolveResumeState(records, sample, boot)).toEqual({
      done: new Set(['tree', 'packages', 'user-ada']),
      started: new Set(['package-keyring', 'locale']),
    });
  });

  it('does not list an operation as started if its command exited with an error status', () => {
    const failed = (half: boolean): JournalRecord => ({
      kind: 'failed',
      operation: 'user-ada',
      message: '',
      half,
    });
    const records = (half: boolean): JournalRecord[] => [
      opened,
      ...startedAndDone('tree'),
      started('user-ada'),
      failed(half),
    ];
    expect(resolveResumeState(records(false), sample, boot)).toEqual({
      done: new Set(['tree']),
      started: new Set(),
    });
    expect(resolveResumeState(records(true), sample, boot)).toMatchObject({
      started: new Set(['user-ada']),
    });
  });

  it('lists no operation as done after a reboot, because unsynced data may be lost', () => {
    expect(resolveResumeState([opened, ...startedAndDone('tree', 'packages')], sample, 'boot-2')).toEqual({
      done: new Set(),
      started: new Set(),
    });
  });

  it('contains the path of the tree, and no operation is done if the path has changed', () => {
    const records: JournalRecord[] = [
      opened,
      { kind: 'tree', path: '/dev/shm/t' },
      ...startedAndDone('tree'),
    ];
    expect(resolveResumeState(records, sample, boot)).toEqual({
      done: new Set(['tree']),
      started: new Set(),
      tree: '/dev/shm/t',
    });
    records.push(started('early-files'), { kind: 'tree', path: '/srv/t' }, ...startedAndDone('early-files'));
    expect(resolveResumeState(records, sample, boot)).toEqual({
      done: new Set(),
      started: new Set(),
      tree: '/srv/t',
    });
  });

  it('contains the resolved packages', () => {
    const packages = [resolved];
    const records: JournalRecord[] = [
      opened,
      { kind: 'resolved', packages },
      ...startedAndDone('tree', 'packages'),
    ];
    expect(resolveResumeState(records, sample, boot)).toMatchObject({ resolved: packages });
  });

  it.each([
    [
      'another plan',
      { ...opened, plan: 'f'.repeat(64) },
      /a different plan \(ffffffffffff, now [0-9a-f]{12}\)/,
    ],
    ['another target', { ...opened, target: 'image:/elsewhere.img' }, /another target/],
  ] as const)('cannot be determined for %s, and the reason is reported', (_what, record, reason) => {
    const state = resolveResumeState([record, ...startedAndDone('tree')], sample, boot);
    expect('mismatch' in state && state.mismatch).toMatch(reason);
  });
});
