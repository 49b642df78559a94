/** Commands that the single executable does not hold, and names when it is asked for one. */
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
