/** Commands that the single executable does not have; it lists them in its help. */
export const serverCommandNames = [
  'serve',
  'new',
  'routes',
  'explain',
  'dev',
  'build',
  'demo-mirror',
] as const;

export type ServerCommandName = (typeof serverCommandNames)[number];
