import type { NodeFacts } from '../../api/answers.ts';

/** Whether the agent could not read the content of a disk, which is then unknown instead of empty. */
export function isUnread(path: string, unseen: NodeFacts['unseen']): boolean {
  return unseen.some(
    (part) => part.startsWith(`the content of ${path},`) || part.startsWith('the content of the disks,'),
  );
}
