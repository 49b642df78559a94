import { describe, expect, it } from 'vitest';
import type { ResumeState } from './resume-state.ts';
import { imageRoots } from './sessions/staging.ts';
import type { MemoryPlace } from './target-session.ts';
import { createTestContext } from './testing.ts';
import { placeTree, takeEarlierTree } from './tree-place.ts';

const MEMORY = '/dev/shm/writ-1/tree';
const roots = imageRoots('/srv/disk.img');
const done = new Set(['tree', 'packages']);
const started = new Set<string>();

const createPlace = (isThere: boolean): MemoryPlace => ({
  take: () => Promise.resolve(isThere ? MEMORY : undefined),
  takeAgain: (path) => Promise.resolve(isThere && path === MEMORY),
});

async function takeEarlier(
  state: ResumeState,
  memory?: MemoryPlace,
): Promise<{ readonly state: ResumeState; readonly logged: readonly string[] }> {
  const logged: string[] = [];
  const session = { roots, ...(memory && { memory }) };
  return { state: await takeEarlierTree(state, session, { log: (text) => void logged.push(text) }), logged };
}

describe('the tree of an earlier run', () => {
  it('is reused, whether it is in memory or on the disk', async () => {
    const inMemory = { done, started, tree: MEMORY };
    expect(await takeEarlier(inMemory, createPlace(true))).toEqual({ state: inMemory, logged: [] });
    const onDisk = { done, started, tree: roots.tree };
    expect(await takeEarlier(onDisk, createPlace(false))).toEqual({ state: onDisk, logged: [] });
    expect(await takeEarlier({ done, started })).toEqual({ state: { done, started }, logged: [] });
  });

  it.each([createPlace(false), undefined])(
    'makes the run start over if it was in memory and no longer exists',
    async (place) => {
      const { state, logged } = await takeEarlier(
        { done, started: new Set(['locale']), tree: MEMORY },
        place,
      );
      expect(state).toEqual({ done: new Set(), started });
      expect(logged).toEqual([expect.stringContaining(`${MEMORY}, and is gone`)]);
    },
  );

  it.each<ResumeState>([
    { done: new Set([...done, 'image-clean']), started, tree: MEMORY },
    { done, started: new Set(['image-clean']), tree: MEMORY },
  ])('is not required once the image contains it', async (state) => {
    expect(await takeEarlier(state, createPlace(false))).toEqual({ state, logged: [] });
  });
});

describe('the place of a tree', () => {
  const placed = async (state: ResumeState, memory?: MemoryPlace): Promise<[string, boolean | undefined]> => {
    const context = await createTestContext({ roots: { ...(await createTestContext()).roots, ...roots } });
    const session = { roots, ...(memory && { memory }) };
    const result = await placeTree(context, state, session, { log: () => {} });
    return [result.roots.tree, result.treeInMemory];
  };

  it('is in memory if enough memory is available, otherwise on the disk', async () => {
    expect(await placed({ done: new Set(), started }, createPlace(true))).toEqual([MEMORY, true]);
    expect(await placed({ done: new Set(), started }, createPlace(false))).toEqual([roots.tree, undefined]);
    expect(await placed({ done: new Set(), started })).toEqual([roots.tree, undefined]);
  });

  it('does not change in a resumed run', async () => {
    expect(await placed({ done, started, tree: MEMORY }, createPlace(true))).toEqual([MEMORY, true]);
    expect(await placed({ done, started, tree: roots.tree }, createPlace(true))).toEqual([
      roots.tree,
      undefined,
    ]);
  });

  it('is on the disk if an earlier run lacked memory', async () => {
    expect(await placed({ done: new Set(), started, tree: roots.tree }, createPlace(true))).toEqual([
      roots.tree,
      undefined,
    ]);
  });
});
