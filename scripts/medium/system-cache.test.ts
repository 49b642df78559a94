import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markUsed, removeUnused } from './system-cache.ts';

let cache: string;

beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'writ-live-cache-'));
  for (const name of ['plain-1', 'plain-2', 'compressed-1', 'building-1', 'debian']) {
    const yesterday = new Date(Date.now() - 24 * 60 * 60_000);
    mkdirSync(join(cache, name));
    utimesSync(join(cache, name), yesterday, yesterday);
  }
});

afterEach(() => rmSync(cache, { recursive: true, force: true }));

describe('removeUnused', () => {
  it('removes interrupted builds, and systems of the kind that have not been used for hours', async () => {
    await markUsed(join(cache, 'plain-2'));
    await removeUnused(cache, 'plain');
    expect(readdirSync(cache).toSorted()).toEqual(['compressed-1', 'debian', 'plain-2']);
  });
});
