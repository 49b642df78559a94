/** Commands that the single executable does not include; its help lists them as unavailable. */
export const serverCommandNames = [
  'serve',
  'worker',
  'user',
  'token',
  'audit',
  'migrate',
  'backup',
  'restore',
  'new',
  'routes',
  'explain',
  'dev',
  'build',
  'client',
  'openapi',
  'demo-mirror',
] as const;

export type ServerCommandName = (typeof serverCommandNames)[number];
