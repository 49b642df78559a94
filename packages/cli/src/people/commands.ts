import type { CommandDeclaration } from '../command-line/declaration.ts';
import { formatOption } from '../command-line/shared-options.ts';

const userOptions = {
  role: {
    choices: ['view', 'run', 'administer'],
    description: 'what the user may do; required for add and role',
    details: 'Each role includes the earlier ones.',
  },
} as const;

/** `writ user`. */
export const userCommand: CommandDeclaration<typeof userOptions & typeof formatOption> = {
  summary: 'add, list, change or remove users of the install service',
  operands: [
    {
      name: 'ACTION',
      required: true,
      description:
        'add, list, remove, role or password; add and password ask for a password of 12 to 512 characters at a terminal, or read it from standard input',
    },
    { name: 'NAME', description: 'the name of the user, for all actions except list' },
  ],
  options: { ...userOptions, ...formatOption },
  loadsUsersCode: true,
};

const tokenOptions = {
  user: {
    value: 'USER',
    description: 'owner of the token, required for create; list shows only the tokens of this user',
  },
  scope: {
    choices: ['view', 'run', 'administer'],
    description: 'what the token may do; required for create',
    details: 'A token can never do more than its owner.',
  },
  days: {
    value: 'N',
    default: '90',
    description: 'number of days for which the token is valid, from 1 to 366',
  },
} as const;

/** `writ token`. */
export const tokenCommand: CommandDeclaration<typeof tokenOptions & typeof formatOption> = {
  summary: 'create, list or revoke API tokens of users',
  operands: [
    { name: 'ACTION', required: true, description: 'create, list or revoke' },
    { name: 'TOKEN', description: 'for create, what the token is for; for revoke, its number' },
  ],
  options: { ...tokenOptions, ...formatOption },
  loadsUsersCode: true,
};

const auditOptions = {
  limit: { value: 'N', default: '50', description: 'number of entries to list, from 1 to 10000' },
  before: { value: 'N', description: 'list only entries with smaller numbers' },
  head: {
    value: 'N:HASH',
    description: 'the head that an earlier verify printed, which must be unchanged',
    details: 'With this option, `verify` also notices entries that are missing at the end of the log.',
  },
} as const;

/** `writ audit`. */
export const auditCommand: CommandDeclaration<typeof auditOptions & typeof formatOption> = {
  summary: 'list or verify the audit log of the install service',
  operands: [{ name: 'ACTION', description: 'list (the default) or verify' }],
  options: { ...auditOptions, ...formatOption },
  loadsUsersCode: true,
};

/** `writ migrate`. */
export const migrateCommand: CommandDeclaration = {
  summary: 'create or upgrade the tables in PostgreSQL with a separate role',
  operands: [],
  options: {},
  loadsUsersCode: true,
};
