import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeEdited, writeNew } from './output-files.ts';
import { Interrupted } from '@writ/prompts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'writ-init-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('an edited configuration is not replaced if another program has changed it in the meantime', async () => {
  const folder = makeFolder();
  const file = join(folder, 'box.json');
  const creds = join(folder, 'creds.json');
  writeFileSync(file, 'changed');
  const files = { config: { file, text: 'edited' }, secrets: { ada: 'hunter2' }, creds };
  await expect(writeEdited(files, 'before')).rejects.toThrow(
    `${file} was changed by another program; run the command again`,
  );
  expect(readFileSync(file, 'utf8')).toBe('changed');
  expect(readdirSync(folder)).toEqual(['box.json']);
});

it('new credentials are removed if their configuration cannot be written', async () => {
  const folder = makeFolder();
  const file = join(folder, 'box.json');
  mkdirSync(join(file, 'full'), { recursive: true });
  const files = {
    config: { file, text: '{}' },
    secrets: { ada: 'hunter2' },
    creds: join(folder, 'creds.json'),
  };
  await expect(writeNew(files)).rejects.toThrow(`cannot write ${file}`);
  expect(readdirSync(folder)).toEqual(['box.json']);
});

it('a signal while files are written takes effect after they are complete', async () => {
  const folder = makeFolder();
  const file = join(folder, 'box.json');
  const creds = join(folder, 'creds.json');
  const files = { config: { file, text: '{}' }, secrets: { ada: 'hunter2' }, creds };
  const interrupted = { written: [file, creds] };
  const writing = writeNew(files);
  // writeNew handles signals from its first step.
  process.emit('SIGHUP');
  await expect(writing).rejects.toMatchObject(interrupted);
  await expect(writing).rejects.toBeInstanceOf(Interrupted);
  expect(readFileSync(file, 'utf8')).toBe('{}');
  expect(JSON.parse(readFileSync(creds, 'utf8'))).toEqual({ ada: 'hunter2' });
});
