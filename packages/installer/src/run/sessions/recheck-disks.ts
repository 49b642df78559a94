import { identityOf } from '../../facts/chosen-target.ts';
import type { Loss } from '../../facts/loss.ts';
import type { PlannedDevice } from '../../plan/plan.ts';
import { describeDisk } from '../../target/describe-disk.ts';
import { checkDevice, lossOfDevice } from '../../target/check-device.ts';
import { machineFacts } from '../machine/machine-facts.ts';

/**
 * Checks the disks again, possibly hours after the plan was created. Returns the reason if the run must not
 * write to them.
 *
 * @param agreed the confirmed losses; absent for disks that this plan has already written to
 */
export async function recheckDisks(
  devices: readonly PlannedDevice[],
  agreed?: readonly Loss[],
): Promise<string | undefined> {
  const facts = await machineFacts();
  for (const { path, identity } of devices) {
    const disk = facts.disks.find((candidate) => candidate.path === path);
    if (disk === undefined) return `${path} no longer exists`;
    if (identityOf({ kind: 'device', disk }) !== identity) {
      return `${path} is not the disk that the plan was created for: ${describeDisk(disk)}`;
    }
    const [finding] = checkDevice(disk, facts);
    if (finding !== undefined) return [finding.message, finding.hint].filter(Boolean).join('; ');
    const loss = agreed?.find(({ target }) => target === path);
    const { contents = [] } = lossOfDevice(disk, facts);
    if (loss !== undefined && contents.join('\n') !== (loss.contents ?? []).join('\n')) {
      return `the contents of ${path} have changed since the plan was created: ${contents.join('; ') || 'it is empty'}`;
    }
  }
  return undefined;
}
