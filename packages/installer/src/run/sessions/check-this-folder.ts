import type { Facts } from '../../facts/facts.ts';
import { identityOf } from '../../facts/chosen-target.ts';
import { readFolder } from '../../facts/folder-contents.ts';
import { checkFolder, type CheckedFolder } from '../../target/check-folder.ts';
import { locateDeviceState } from './device-state.ts';
import { readWritten } from './written-file-systems.ts';

/** Checks a folder of this machine as the target of an installation. */
export async function checkThisFolder(name: string, facts: Facts): Promise<CheckedFolder> {
  return checkFolder(await readFolder(name), facts, (target) => {
    const { journal } = locateDeviceState({ identity: identityOf(target) }, process.env);
    const mountPoints = target.mounts.map(({ mountPoint }) => mountPoint);
    return readWritten({ path: target.path, mountPoints }, journal);
  });
}
