import type { Diagnostic } from '@writ/diagnostics';
import { missingTools, type MachineFacts } from '../../facts/machine.ts';
import { usermodCommand } from '../../facts/subordinate-ids.ts';
import type { Requirements } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';
import { userNamespaceTool } from '../../plan/tools.ts';
import { REQUIRED_IDS } from '../sandbox.ts';

/** Checks the host: architecture, rights and programs. */
export async function checkHost(machine: MachineFacts, { tools, root }: Requirements): Promise<Diagnostic[]> {
  const findings: Diagnostic[] = [];
  if (machine.architecture !== 'x64') {
    findings.push(
      refusal(
        'architecture-unsupported',
        `the distribution requires x86-64, but this machine is ${machine.architecture}`,
      ),
    );
  }
  if (!machine.root && root !== undefined) findings.push(refusal('not-root', root, { hint: 'run as root' }));
  if (!machine.root && machine.subordinateIds < REQUIRED_IDS) {
    findings.push(
      refusal(
        'not-root',
        `a user other than root needs ${REQUIRED_IDS.toLocaleString('en')} subordinate IDs to set file owners, but this user has ${machine.subordinateIds.toLocaleString('en')}`,
        {
          hint: `run as root, or have an administrator run: ${await usermodCommand(REQUIRED_IDS)}`,
        },
      ),
    );
  }
  const missing = await missingTools(machine.root ? tools : [...tools, userNamespaceTool]);
  if (missing.length > 0) {
    const packages = (system: 'debian' | 'arch'): string =>
      [...new Set(missing.map((tool) => tool[system]))].toSorted().join(' ');
    findings.push(
      refusal('tool-missing', `missing programs: ${missing.map(({ program }) => program).join(', ')}`, {
        hint: `Debian: apt install ${packages('debian')}; Arch: pacman -S ${packages('arch')}`,
      }),
    );
  }
  return findings;
}
