import { access } from 'node:fs/promises';
import type { Facts } from '../../facts/facts.ts';
import { identityOf } from '../../facts/chosen-target.ts';
import { readFolder } from '../../facts/folder-contents.ts';
import { checkFolder, type CheckedFolder } from '../../target/check-folder.ts';
import { locateDeviceState } from './device-state.ts';

/** Checks a folder of this machine as the target of an installation. */
export async function checkThisFolder(name: string, facts: Facts): Promise<CheckedFolder> {
  return checkFolder(await readFolder(name), facts, {
    exists,
    hasJournal: (target) => exists(locateDeviceState({ identity: identityOf(target) }, process.env).journal),
  });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
