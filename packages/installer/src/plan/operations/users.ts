import { passwordSecretName } from '../secret-names.ts';
import type { Password } from '../../config/settings.ts';
import type { Check, FileWrite, Operation } from '../operation.ts';
import { chrootCommand, defineOperation } from './define-operation.ts';

/** The kind of a password: plain or a crypt(3) hash. */
export type PasswordKind = 'plain' | 'hash';

/** Returns the kind of a password. The configuration declares the kind of a missing password. */
export function resolvePasswordKind(given: Password): PasswordKind {
  return given.kind === 'missing' ? given.form : given.kind;
}

export interface Account {
  readonly name: string;
  readonly sudo: boolean;
}

/**
 * Lock files of a killed useradd or chpasswd. They are removed, because another process may have
 * the recorded process ID.
 */
const staleLocks: FileWrite[] = ['passwd', 'shadow', 'group', 'gshadow', 'subuid', 'subgid'].map((name) => ({
  kind: 'absent',
  path: `{tree}/etc/${name}.lock`,
}));

function shadowMatches(name: string, pattern: string): Check {
  return { kind: 'contains', path: '{tree}/etc/shadow', pattern: `^${name}:${pattern}:` };
}

/** Locks root, whose password is empty in the distribution's default. */
export function lockRoot(): Operation {
  return defineOperation({
    id: 'password-root',
    title: 'Lock the root account',
    stage: 'users',
    files: staleLocks,
    commands: [chrootCommand('usermod', '-p', '!*', 'root')],
    verify: [shadowMatches('root', String.raw`!\*`)],
  });
}

export function setPassword(name: string, kind: PasswordKind): Operation {
  return defineOperation({
    id: `password-${name}`,
    title: `Set the password of ${name}`,
    stage: 'users',
    weight: 2,
    files: staleLocks,
    commands: [
      {
        where: 'chroot',
        argv: kind === 'hash' ? ['chpasswd', '-e'] : ['chpasswd'],
        stdin: [`${name}:`, { secret: passwordSecretName(name) }, '\n'],
      },
    ],
    verify: [shadowMatches(name, String.raw`\$[^:]+`)],
  });
}

/**
 * Creates a user, locked until {@link setPassword} sets a password.
 *
 * @param joins groups in addition to wheel; groups that no package has created are created
 */
export function createUser({ name, sudo }: Account, joins: readonly string[] = []): Operation {
  const sudoers = `/etc/sudoers.d/10_${name}`;
  const rule: FileWrite & Check = {
    kind: 'file',
    path: `{tree}${sudoers}`,
    mode: 0o440,
    content: `${name} ALL=(ALL:ALL) ALL\n`,
  };
  const groups = [...(sudo ? ['wheel'] : []), ...joins];
  return defineOperation({
    id: `user-${name}`,
    title: `Create the user ${name}${sudo ? ', who may use sudo' : ''}`,
    stage: 'users',
    weight: 3,
    files: sudo ? [...staleLocks, rule] : staleLocks,
    commands: [
      ...(sudo ? [chrootCommand('visudo', '-c', '-f', sudoers)] : []),
      ...groups.map((group) => chrootCommand('groupadd', '-f', '-r', '--', group)),
      chrootCommand('useradd', '-m', '-s', '/bin/bash', ...groupOptions(groups), '--', name),
    ],
    verify: [
      { kind: 'contains', path: '{tree}/etc/passwd', pattern: `^${name}:` },
      shadowMatches(name, '[^:]+'),
      { kind: 'exists', path: `{tree}/home/${name}` },
      ...(sudo ? [rule] : []),
      ...groups.map((group) => ({
        kind: 'contains' as const,
        path: '{tree}/etc/group',
        pattern: `^${group}:.*[:,]${name}(,|$)`,
      })),
    ],
    undo: {
      kind: 'commands',
      commands: [chrootCommand('userdel', '-f', '-r', '--', name), chrootCommand('groupdel', '--', name)],
    },
  });
}

function groupOptions(groups: readonly string[]): string[] {
  return groups.length === 0 ? [] : ['-G', groups.join(',')];
}
