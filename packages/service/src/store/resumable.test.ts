import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EndState } from '../records/install.ts';
import { newInstall, newJob, temporaryFolder } from '../testing/fakes.ts';
import { Store } from './store.ts';

const hash = '$6$canaryhash';

function runInstallation(
  store: Store,
  state: EndState,
  resumable: boolean,
  more: { began?: boolean; target?: string } = {},
): number {
  const { began = true, target = 'disk.img' } = more;
  const { id } = store.add(newInstall(target), 'queued', () => newJob({ hashes: { root: hash } }));
  if (began) store.setStarted(id, '');
  store.setEnded(id, { state, ended: '', resumable });
  return id;
}

describe('a resumable installation', () => {
  it('remains resumable if later installations have other targets, were refused or never started', () => {
    const store = new Store(temporaryFolder());
    const id = runInstallation(store, 'failed', true);
    runInstallation(store, 'done', false, { target: 'other.img' });
    runInstallation(store, 'refused', false);
    runInstallation(store, 'cancelled', false, { began: false });
    expect(store.get(id)?.resumable).toBe(true);
    expect(store.job(id)).toBeDefined();
    expect(store.successor(store.get(id)!)).toBeUndefined();
    store.close();
  });

  it.each([
    ['done', false],
    ['failed', true],
    ['interrupted', true],
    ['cancelled', true],
    ['refused', true],
  ] as const)(
    'is no longer resumable after a later installation onto its target is %s',
    (state, resumable) => {
      const store = new Store(temporaryFolder());
      const id = runInstallation(store, 'failed', true);
      const later = runInstallation(store, state, resumable);
      expect(store.get(id)?.resumable).toBe(false);
      expect(store.job(id)).toBeUndefined();
      expect(store.successor(store.get(id)!)?.id).toBe(later);
      expect(store.get(later)?.resumable).toBe(resumable);
      store.close();
    },
  );

  it('is not resumable while a later installation onto its target waits, but is resumable again after its refusal', () => {
    const store = new Store(temporaryFolder());
    const id = runInstallation(store, 'interrupted', true);
    const later = store.add(newInstall(), 'queued', () => newJob());
    expect(store.get(id)?.resumable).toBe(false);
    runInstallation(store, 'done', false, { target: 'other.img' });
    store.setEnded(later.id, { state: 'refused', ended: '', resumable: false });
    expect(store.get(id)?.resumable).toBe(true);
    store.close();
  });

  it('leaves no hash in the store files after it is complete', () => {
    const folder = temporaryFolder();
    const store = new Store(folder);
    const readAllFiles = (): string =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'latin1'))
        .join('');
    runInstallation(store, 'failed', true);
    expect(readAllFiles()).toContain(hash);
    runInstallation(store, 'done', false);
    expect(readAllFiles()).not.toContain(hash);
    store.close();
    expect(readAllFiles()).not.toContain(hash);
  });
});
