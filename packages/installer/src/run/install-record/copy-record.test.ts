import { appendFile, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing.ts';
import { createRecordCopy, restoreRecord } from './copy-record.ts';

/** Creates the folder of a record and the folder of its copy. */
async function folders(): Promise<{
  own: string;
  copy: string;
  readEvents: (folder: string) => Promise<string>;
}> {
  const folder = await temporaryFolder();
  const [own, copy] = [join(folder, 'own'), join(folder, 'copy')];
  for (const made of [own, copy]) await mkdir(made);
  await writeFile(join(own, 'events.jsonl'), '{"number":1}\n');
  await writeFile(join(own, 'log'), 'one\n');
  return { own, copy, readEvents: (of) => readFile(join(of, 'events.jsonl'), 'utf8') };
}

describe('the copy of a record', () => {
  it('contains everything up to the last update, and is readable by root only', async () => {
    const { own, copy, readEvents } = await folders();
    const record = createRecordCopy(own, () => Promise.resolve(copy));
    await record.create();
    await appendFile(join(own, 'events.jsonl'), '{"number":2}\n');
    expect(await readEvents(copy)).toBe('{"number":1}\n');
    await record.update();
    await record.update();
    expect(await readEvents(copy)).toBe('{"number":1}\n{"number":2}\n');
    expect((await stat(join(copy, 'events.jsonl'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(copy, 'log'), 'utf8')).toBe('one\n');
  });

  it('replaces an earlier copy without following links', async () => {
    const { own, copy, readEvents } = await folders();
    const outside = join(copy, '../outside');
    await writeFile(outside, 'mine');
    await symlink(outside, join(copy, 'log'));
    await writeFile(join(copy, 'events.jsonl'), '{"number":1}\n{"numb and much that is torn');
    const record = createRecordCopy(own, () => Promise.resolve(copy));
    await record.create();
    expect(await readEvents(copy)).toBe('{"number":1}\n');
    expect(await readFile(outside, 'utf8')).toBe('mine');
  });

  it('does not stop the installation if it cannot be written', async () => {
    const { own, copy } = await folders();
    const record = createRecordCopy(own, () => Promise.resolve(join(copy, 'absent')));
    await record.create();
    await record.update();
  });
});

describe('a run that is resumed after a restart of the live system', () => {
  it('continues the record of the earlier run', async () => {
    const { own, copy, readEvents } = await folders();
    await createRecordCopy(own, () => Promise.resolve(copy)).create();
    const now = join(copy, '../now');
    await mkdir(now);
    await restoreRecord(copy, now);
    expect(await readEvents(now)).toBe('{"number":1}\n');
    expect(await readFile(join(now, 'log'), 'utf8')).toBe('one\n');
  });

  it('begins its record with a line about the loss if the earlier record is lost', async () => {
    const { own, copy, readEvents } = await folders();
    await symlink(join(own, 'log'), join(copy, 'log'));
    await restoreRecord(copy, own, () => 0);
    const text = expect.stringMatching(/^the log of the earlier run was lost /) as string;
    expect(JSON.parse(await readEvents(own))).toEqual({
      type: 'log',
      number: 1,
      time: '1970-01-01T00:00:00.000Z',
      id: 'install',
      source: 'writ',
      text,
    });
    expect(await readFile(join(own, 'log'), 'utf8')).toMatch(
      /^1970-01-01T00:00:00\.000Z install: the log of the earlier run was lost .*\n$/,
    );
  });
});
