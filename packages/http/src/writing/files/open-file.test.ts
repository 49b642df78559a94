import { existsSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { OpenFile } from './open-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'writ-open-file-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'a.txt');
writeFileSync(path, 'content');

it('OpenFile reads parts of a file', async () => {
  const file = await OpenFile.open(path, 0);
  const bytes = new Uint8Array(8);
  expect((await file.stat()).size).toBe(7n);
  expect(await file.read(bytes, 1, 3, 2)).toBe(3);
  expect(new TextDecoder().decode(bytes.subarray(1, 4))).toBe('nte');
  expect(await file.read(bytes, 0, 8, 7)).toBe(0);
  await file.close();
  await expect(file.stat()).rejects.toThrow('the file is closed');
});

it('OpenFile can be closed after an operation whose arguments are refused', async () => {
  const file = await OpenFile.open(path, 0);
  const reading = file.read(new Uint8Array(1), 0, 1, Number.MAX_SAFE_INTEGER + 1);
  await expect(reading).rejects.toMatchObject({ code: 'ERR_OUT_OF_RANGE' });
  await file.close();
  await expect(file.stat()).rejects.toThrow('the file is closed');
});

it('OpenFile.open rejects with the error of the operating system', async () => {
  await expect(OpenFile.open(join(folder, 'absent'), 0)).rejects.toMatchObject({ code: 'ENOENT' });
});

it.runIf(existsSync('/proc/self/fd'))('OpenFile is closed only after its last operation', async () => {
  const file = await OpenFile.open(path, 0);
  const order: string[] = [];
  const isOpen = (): boolean => {
    try {
      return readlinkSync(`/proc/self/fd/${file.fd}`) === path;
    } catch {
      return false;
    }
  };
  const bytes = new Uint8Array(7);
  const reading = file.read(bytes, 0, 7, 0).then((count) => order.push(`read ${count}`));
  const closing = file.close().then(() => order.push('closed'));
  expect(isOpen()).toBe(true);
  await Promise.all([reading, closing]);
  expect(order).toEqual(['read 7', 'closed']);
  expect(isOpen()).toBe(false);
});
