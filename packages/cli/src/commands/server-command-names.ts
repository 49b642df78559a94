/** Commands that the single executable does not hold, and names when one of them is called. */
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
