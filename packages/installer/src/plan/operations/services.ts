import { withoutSecrets } from '../../config/secrets.ts';
import type { Operation } from '../operation.ts';
import { chroot, operation } from './build.ts';

export function services(units: readonly string[]): Operation {
  return operation({
    id: 'services',
    title: `Enable ${units.join(', ')}`,
    stage: 'services',
    weight: 3,
    limit: 120,
    commands: [chroot('systemctl', 'enable', '--', ...units)],
    verify: [{ kind: 'command', command: chroot('systemctl', 'is-enabled', '--quiet', '--', ...units) }],
  });
}

/** Units of users' sessions, for every user, also one who is created later. */
export function userServices(units: readonly string[]): Operation {
  return operation({
    id: 'session-services',
    title: `Enable ${units.join(', ')} for every user`,
    stage: 'services',
    weight: 2,
    limit: 120,
    commands: [chroot('systemctl', '--global', 'enable', '--', ...units)],
    verify: [
      { kind: 'command', command: chroot('systemctl', '--global', 'is-enabled', '--quiet', '--', ...units) },
    ],
  });
}

/** Seconds that one custom command may take. */
const COMMAND_LIMIT = 600;

/** @param number from 1, as people count */
export function customCommand(text: string, number: number): Operation {
  const safe = withoutSecrets(text);
  const shown = safe.length > 60 ? `${safe.slice(0, 59)}…` : safe;
  return operation({
    id: `command-${number}`,
    title: `Run custom command ${number}: ${shown.replaceAll(/\s+/g, ' ')}`,
    stage: 'commands',
    weight: 5,
    limit: COMMAND_LIMIT,
    commands: [{ where: 'chroot', argv: ['bash', '-c', text], resolves: true }],
    verify: [{ kind: 'ended' }],
    undo: { kind: 'ask' },
  });
}
