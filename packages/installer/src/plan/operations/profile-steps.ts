import type { Details } from '../../schema/types.gen.ts';
import type { Operation } from '../operation.ts';
import { chrootCommand, defineOperation, splitWords } from './define-operation.ts';

/** Operations of a profile that run after its packages are installed. */
export interface ProfileSteps {
  readonly operations: readonly Operation[];
  /** Paths, without the leading slash, that the packages must contain for these operations. */
  readonly files: readonly string[];
}

const noSteps: ProfileSteps = { operations: [], files: [] };

/** @param users names of the created users */
export function planProfileSteps(details: Details | undefined, users: readonly string[]): ProfileSteps {
  switch (details) {
    case 'awesome':
      return awesome;
    case 'bspwm':
      return configureBspwm(users);
    case 'mariadb':
      return mariadb;
    case 'postgresql':
      return postgresql;
    default:
      return noSteps;
  }
}

const RC = '/etc/xdg/awesome/rc.lua';
const XINITRC = '/etc/X11/xinit/xinitrc';

/** Configures `startx` to start awesome with the installed terminal. */
const awesome: ProfileSteps = {
  files: [RC.slice(1), XINITRC.slice(1)],
  operations: [
    defineOperation({
      id: 'profile-awesome',
      title: 'Configure startx to start awesome, with alacritty as its terminal',
      stage: 'profile',
      commands: [
        chrootCommand('sed', '-i', 's/^terminal = "xterm"$/terminal = "alacritty"/', RC),
        chrootCommand(
          'sed',
          '-i',
          '-E',
          '-e',
          '/^exec awesome$/d',
          '-e',
          String.raw`/^(exec )?(twm|xclock|xterm)\b/s/^/#/`,
          '-e',
          '$a exec awesome',
          XINITRC,
        ),
      ],
      verify: [
        { kind: 'contains', path: `{tree}${RC}`, pattern: '^terminal = "alacritty"$' },
        { kind: 'contains', path: `{tree}${XINITRC}`, pattern: '^exec awesome$' },
      ],
    }),
  ],
};

/**
 * Returns the steps that copy the example settings to each user. Without settings, bspwm displays a black screen and
 * ignores all keys.
 */
function configureBspwm(users: readonly string[]): ProfileSteps {
  if (users.length === 0) return noSteps;
  const examples = '/usr/share/doc/bspwm/examples';
  const folders = [
    { name: 'bspwmrc', folder: 'bspwm', mode: '0755' },
    { name: 'sxhkdrc', folder: 'sxhkd', mode: '0644' },
  ];
  const copies = users.flatMap((user) =>
    folders.map(({ name, folder, mode }) => ({
      user,
      from: `${examples}/${name}`,
      to: `/home/${user}/.config/${folder}/${name}`,
      mode,
    })),
  );
  return {
    files: folders.map(({ name }) => `${examples}/${name}`.slice(1)),
    operations: [
      defineOperation({
        id: 'profile-bspwm',
        title: `Copy the example settings of bspwm to ${users.join(', ')}`,
        stage: 'profile',
        commands: copies.map(({ user, from, to, mode }) =>
          chrootCommand('runuser', '-u', user, '--', ...splitWords(`install -D -m ${mode} --`), from, to),
        ),
        verify: copies.map(({ to }) => ({ kind: 'exists', path: `{tree}${to}` })),
      }),
    ],
  };
}

/**
 * Returns the steps that initialize a server's databases. After an interruption, the partial result is deleted and the
 * operation is repeated.
 */
function createDatabases(
  details: 'mariadb' | 'postgresql',
  folder: string,
  proof: string,
  argv: readonly string[],
): ProfileSteps {
  return {
    files: [],
    operations: [
      defineOperation({
        id: `profile-${details}`,
        title: `Initialize the databases of ${details}`,
        stage: 'profile',
        weight: 30,
        limit: 600,
        commands: [chrootCommand(...argv)],
        verify: [{ kind: 'exists', path: `{tree}${folder}/${proof}` }],
        undo: { kind: 'commands', commands: [chrootCommand('find', folder, '-mindepth', '1', '-delete')] },
      }),
    ],
  };
}

const mariadb = createDatabases(
  'mariadb',
  '/var/lib/mysql',
  'mysql',
  splitWords('mariadb-install-db --user=mysql --basedir=/usr --datadir=/var/lib/mysql'),
);

const postgresql = createDatabases(
  'postgresql',
  '/var/lib/postgres/data',
  'PG_VERSION',
  splitWords('runuser -u postgres -- initdb --locale=C.UTF-8 --encoding=UTF8 -D /var/lib/postgres/data'),
);
