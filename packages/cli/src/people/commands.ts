import type { CommandDeclaration } from '../command-line/declaration.ts';
import { formatOption } from '../command-line/shared-options.ts';

const userOptions = {
  role: {
    choices: ['view', 'run', 'administer'],
    description: 'what the user may do, for add and role',
    details: 'Each role includes the earlier ones.',
  },
} as const;

/** `writ user`. */
export const userCommand: CommandDeclaration<typeof userOptions & typeof formatOption> = {
  summary: 'add, list, change or remove users of the install service',
  operands: [
    { name: 'ACTION', required: true, description: 'add, list, remove, role or password' },
    { name: 'NAME', description: 'the name of the user, for all actions except list' },
  ],
  options: { ...userOptions, ...formatOption },
  loadsUsersCode: true,
};

const tokenOptions = {
  user: {
    value: 'USER',
    description: 'owner of the token, for create; list shows only the tokens of this user',
  },
  scope: {
    choices: ['view', 'run', 'administer'],
    description: 'what the token may do, for create',
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
    description: 'an entry that was noted earlier, which verify must find unchanged',
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
