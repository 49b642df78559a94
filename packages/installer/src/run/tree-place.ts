import type { RunContext } from './context.ts';
import type { Emitter } from './emitter.ts';
import { treeSize } from './machine/memory-room.ts';
import { NOTHING_DONE, type ResumeState } from './resume-state.ts';
import type { TargetSession } from './target-session.ts';

type Places = Pick<TargetSession, 'roots' | 'memory'>;

/** The operation that removes the tree. */
const CLEAN = 'image-clean';

/**
 * Locks an earlier run's tree if it is in memory. If the tree no longer exists and is not complete in the
 * image, returns an empty state, so that the run starts with the first operation.
 */
export async function takeEarlierTree(
  state: ResumeState,
  { roots, memory }: Places,
  events: Pick<Emitter, 'log'>,
): Promise<ResumeState> {
  if (state.done.size === 0 || state.tree === undefined || state.tree === roots.tree) return state;
  const exists = (await memory?.takeAgain(state.tree)) === true;
  const isInImage = state.done.has(CLEAN) || state.started.has(CLEAN);
  if (exists || isInImage) return state;
  events.log(
    `the unfinished system was in memory, in ${state.tree}, and is gone; starting with the first step`,
  );
  return NOTHING_DONE;
}

/**
 * Chooses the place for the tree: in memory if enough memory is available, otherwise on the disk. A resumed
 * run uses the existing tree.
 */
export async function placeTree(
  context: RunContext,
  state: ResumeState,
  { roots, memory }: Places,
  events: Pick<Emitter, 'log'>,
): Promise<RunContext> {
  const isResumed = state.done.size > 0;
  // An earlier run lacked memory and therefore recorded the tree on the disk.
  const isOnDisk = state.tree === roots.tree;
  const installed = context.resolved.reduce((sum, { installedSize }) => sum + installedSize, 0);
  const tree = isResumed || isOnDisk ? state.tree : await memory?.take(treeSize(installed));
  if (tree === undefined || tree === roots.tree) return context;
  events.log(`the system is built in memory, in ${tree}`);
  return { ...context, roots: { ...context.roots, tree }, treeInMemory: true };
}
