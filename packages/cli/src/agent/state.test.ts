import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StateFile } from './state.ts';
import { temporaryFolder } from './testing.ts';

const state = { key: 'a-key', isRegistered: true };

describe('the state folder of an agent', () => {
  it.each(['notes.txt', '.ssh', 'events.jsonl', 'state.json.old'])(
    'cannot be a folder with the file %s of others',
    async (name) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, name), 'kept');
      await expect(StateFile.open(folder)).rejects.toThrow(`${folder} contains "${name}"`);
      expect(readFileSync(join(folder, name), 'utf8')).toBe('kept');
    },
  );

  it('can be an empty folder, or one with what a killed agent has left behind', async () => {
    const folder = temporaryFolder();
    await StateFile.open(folder);
    for (const name of ['.writ-0123456789ab.new', 'events-1.jsonl']) writeFileSync(join(folder, name), '');
    const file = await StateFile.open(folder);
    expect(await file.read()).toBeUndefined();
  });

  it('remains usable if files of others are added after the registration', async () => {
    const folder = temporaryFolder();
    await (await StateFile.open(folder)).write(state);
    mkdirSync(join(folder, 'lost+found'));
    const file = await StateFile.open(folder);
    expect(await file.read()).toEqual(state);
    await file.remove();
    expect(readdirSync(folder)).toEqual(['lost+found']);
  });

  it.each(['{"name":"another-program"}', 'null', '[]', '{"key":1,"isRegistered":true}', 'text'])(
    'cannot contain a state.json that is not the state of an agent: %s',
    async (text) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'state.json'), text);
      const file = await StateFile.open(folder);
      await expect(file.read()).rejects.toThrow(/^cannot use .*state\.json: .*use another folder/);
      expect(readFileSync(join(folder, 'state.json'), 'utf8')).toBe(text);
    },
  );

  it('that has been deleted can be removed again', async () => {
    const folder = temporaryFolder();
    const file = await StateFile.open(folder);
    await file.write(state);
    await file.remove();
    await file.remove();
  });
});
