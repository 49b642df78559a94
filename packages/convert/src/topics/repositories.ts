import { shown } from '@writ/installer/internal';
import type { Item } from '../item.ts';
import { drop, leaveOut, move, type Job } from '../job.ts';

const KEY = 'additional-repositories';

/** Lists of repositories, of which this format takes one. */
export function repositories(job: Job): void {
  const kept = job.get(KEY);
  if (kept !== undefined && kept.kind !== 'array') job.carry(kept);
  else if (kept !== undefined) choose(job, kept);
  for (const outer of ['mirror_config', 'pacman_config']) {
    const list = job.get(outer)?.get('optional_repositories');
    if (list !== undefined) choose(job, list);
  }
}

function choose(job: Job, list: Item): void {
  if (list.inner.length === 0) {
    drop(job, list, 'it names no repository');
    return;
  }
  const simple = list.inner.filter(({ kind }) => kind !== 'array' && kind !== 'object' && kind !== 'null');
  // Packages may be missing without multilib; without testing they are only older.
  const one =
    simple.find(({ text }) => text === 'multilib') ??
    simple.find(({ text }) => text === 'testing') ??
    bothParts(simple) ??
    simple.find(({ text = '' }) => !always.has(text) && !parts.has(text) && text !== 'multilib-testing');
  const testing = one?.text === 'testing' || parts.has(one?.text ?? '');
  for (const item of list.inner) {
    const { text = '' } = item;
    if (item === one) move(job, item, [KEY], parts.has(text) ? { value: 'testing' } : {});
    else if (always.has(text)) drop(job, item, 'this repository is always enabled');
    else if (testing && parts.has(text)) drop(job, item, 'testing enables it');
    else if (one === undefined)
      leaveOut(job, item, `${shown(text)} is no repository that can be enabled here`);
    else
      leaveOut(
        job,
        item,
        `one repository can be enabled, and ${shown(one.text ?? '')} is`,
        'what a custom command adds to /etc/pacman.conf comes too late for "packages"',
      );
  }
  job.settle(list);
}

const always: ReadonlySet<string> = new Set(['core', 'extra']);
const parts: ReadonlySet<string> = new Set(['core-testing', 'extra-testing']);

/** Both of them are what testing enables; one alone is not. */
function bothParts(items: readonly Item[]): Item | undefined {
  return [...parts].every((part) => items.some(({ text }) => text === part))
    ? items.find(({ text }) => parts.has(text ?? ''))
    : undefined;
}
