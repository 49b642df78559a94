import { defined } from '@writ/diagnostics/internal';
import { ownValue } from '../config/own-value.ts';
import { microcodePackages } from '../data/microcode.ts';
import type { Facts } from '../facts/facts.ts';
import type { ChosenTarget } from '../facts/chosen-target.ts';
import type { DiskFacts } from './plan-disk.ts';
import type { Firmware } from './layout.ts';

/**
 * Resolves the facts that determine how the new system boots. The plan of an image does not depend on this
 * machine, because an image boots elsewhere, usually in a virtual machine.
 */
export function resolveBootFacts(
  { kind }: ChosenTarget,
  machine: Facts | undefined,
  requested: Firmware | undefined,
): Pick<DiskFacts, 'firmware' | 'variables' | 'simulated' | 'microcode'> {
  if (kind === 'image' || machine === undefined) {
    return { firmware: requested ?? 'uefi', variables: false, simulated: true };
  }
  const firmware = requested ?? machine.firmware;
  const simulated = machine.virtualMachine !== undefined;
  const microcode = simulated ? undefined : ownValue(microcodePackages, machine.cpuVendor);
  return {
    firmware,
    variables: firmware === 'uefi' && machine.firmware === 'uefi',
    simulated,
    ...defined({ microcode }),
  };
}
