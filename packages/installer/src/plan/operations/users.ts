import { passwordSecretName } from '../secret-names.ts';
import { isIn } from '../../config/checks/mount-points.ts';
import type { AccountExtension, Password } from '../../config/settings.ts';
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
  readonly extension?: AccountExtension;
}

/**
 * Lock files of a killed useradd or chpasswd. They are removed, because the process ID that they contain may
 * by now belong to another process.
 */
const staleLocks: FileWrite[] = ['passwd', 'shadow', 'group', 'gshadow', 'subuid', 'subgid'].map((name) => ({
  kind: 'absent',
  path: `{tree}/etc/${name}.lock`,
}));

function shadowMatches(name: string, pattern: string): Check {
  return { kind: 'contains', path: '{tree}/etc/shadow', pattern: `^${name}:${pattern}:` };
}

/** Returns the operation that locks the root account, which has an empty password by default in this distribution. */
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
 * Returns the operation that creates a user. The account is locked until the operation of {@link setPassword} sets a
 * password.
 *
 * @param joins groups in addition to those of the account, and to wheel for a user with sudo; missing groups
 * are created
 * @param keptMounts mount points of partitions whose content remains; a repeated attempt deletes no home folder there
 * @param users the names of all users; {@link joinUserGroups} adds the user to their groups
 */
export function createUser(
  { name, sudo, extension: { fullName, shell = '/bin/bash', groups: own = [] } = {} }: Account,
  joins: readonly string[] = [],
  keptMounts: readonly string[] = [],
  users: readonly string[] = [],
): Operation {
  const sudoers = `/etc/sudoers.d/10_${name}`;
  const rule: FileWrite & Check = {
    kind: 'file',
    path: `{tree}${sudoers}`,
    mode: 0o440,
    content: `${name} ALL=(ALL:ALL) ALL\n`,
  };
  // useradd creates the group with the user's name, and refuses a name that a group already has.
  const groups = [...new Set([...(sudo ? ['wheel'] : []), ...joins, ...own])].filter(
    (group) => group !== name && !users.includes(group),
  );
  return defineOperation({
    id: `user-${name}`,
    title: `Create the user ${name}${sudo ? ', who may use sudo' : ''}`,
    stage: 'users',
    weight: 3,
    files: sudo ? [...staleLocks, rule] : staleLocks,
    commands: [
      ...(sudo ? [chrootCommand('visudo', '-c', '-f', sudoers)] : []),
      ...groups.map((group) => chrootCommand('groupadd', '-f', '-r', '--', group)),
      chrootCommand(
        'useradd',
        '-m',
        '-s',
        shell,
        ...(fullName === undefined ? [] : ['-c', fullName]),
        ...groupOptions(groups),
        '--',
        name,
      ),
    ],
    verify: [
      { kind: 'contains', path: '{tree}/etc/passwd', pattern: `^${name}:` },
      shadowMatches(name, '[^:]+'),
      { kind: 'exists', path: `{tree}/home/${name}` },
      ...(sudo ? [rule] : []),
      ...groups.map((group) => isMember(name, group)),
    ],
    undo: {
      kind: 'commands',
      commands: [
        // userdel -r deletes the home folder, even if another system created it.
        chrootCommand('userdel', '-f', ...(isKept(`/home/${name}`, keptMounts) ? [] : ['-r']), '--', name),
        chrootCommand('groupdel', '--', name),
      ],
    },
  });
}

function isMember(name: string, group: string): Check {
  return { kind: 'contains', path: '{tree}/etc/group', pattern: `^${group}:.*[:,]${name}(,|$)` };
}

/**
 * Returns the operations that add users to the groups of other users. They follow the creation of all users, with whom
 * these groups are created.
 */
export function joinUserGroups(accounts: readonly Account[], joins: readonly string[] = []): Operation[] {
  const names = new Set(accounts.map(({ name }) => name));
  return accounts.flatMap(({ name, extension: { groups: own = [] } = {} }) => {
    const groups = [...new Set([...joins, ...own])].filter((group) => group !== name && names.has(group));
    if (groups.length === 0) return [];
    return [
      defineOperation({
        id: `groups-${name}`,
        title: `Add ${name} to the groups of other users: ${groups.join(', ')}`,
        stage: 'users',
        files: staleLocks,
        commands: [chrootCommand('usermod', '-a', '-G', groups.join(','), '--', name)],
        verify: groups.map((group) => isMember(name, group)),
      }),
    ];
  });
}

/** Whether a folder is in one of the kept file systems, or contains one of them. */
function isKept(folder: string, keptMounts: readonly string[]): boolean {
  return keptMounts.some((mount) => isIn(folder, mount) || isIn(mount, folder));
}

/**
 * Returns the operation that sets the permissions of a user's home folder, and writes the keys that may log in over
 * SSH; undefined if the account specifies neither.
 */
export function setUpHome({ name, extension = {} }: Account): Operation | undefined {
  const { homeMode, authorizedKeys = [] } = extension;
  if (homeMode === undefined && authorizedKeys.length === 0) return undefined;
  const home = `/home/${name}`;
  const keys: FileWrite & Check = {
    kind: 'file',
    path: `{tree}${home}/.ssh/authorized_keys`,
    mode: 0o600,
    content: authorizedKeys.map((key) => `${key}\n`).join(''),
  };
  const hasKeys = authorizedKeys.length > 0;
  const parts = [...(hasKeys ? ['SSH keys'] : []), ...(homeMode === undefined ? [] : ['permissions'])];
  return defineOperation({
    id: `home-${name}`,
    title: `Set up the home folder of ${name}: ${parts.join(', ')}`,
    stage: 'users',
    files: hasKeys ? [{ kind: 'folder', path: `{tree}${home}/.ssh`, mode: 0o700 }, keys] : [],
    commands: [
      ...(hasKeys ? [chrootCommand('chown', '-R', '--', `${name}:`, `${home}/.ssh`)] : []),
      ...(homeMode === undefined ? [] : [chrootCommand('chmod', homeMode, '--', home)]),
    ],
    verify: hasKeys ? [keys] : [{ kind: 'ended' }],
  });
}

function groupOptions(groups: readonly string[]): string[] {
  return groups.length === 0 ? [] : ['-G', groups.join(',')];
}
