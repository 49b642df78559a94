import type { CommandDeclaration } from '../command-line/declaration.ts';

export const backupCommand: CommandDeclaration<Record<never, never>> = {
  summary: 'write a copy of the records of the install service to a file',
  operands: [{ name: 'FILE', description: 'new file, readable only by its owner', required: true }],
  options: {},
  loadsUsersCode: true,
};

const restoreOptions = {
  replace: {
    description:
      'replace the records in the state folder; the earlier ones are kept as service.db.replaced, service.db.replaced.2 and so on',
  },
  'revoke-tokens': {
    description:
      'revoke all API tokens; otherwise, those that have been revoked since the backup are valid again',
  },
} as const;

export const restoreCommand: CommandDeclaration<typeof restoreOptions> = {
  summary: 'restore the records of the install service, and end work that had not ended',
  operands: [{ name: 'FILE', description: 'file that writ backup has written; none for PostgreSQL' }],
  options: restoreOptions,
  loadsUsersCode: true,
};
