import type { CommandDeclaration } from '../command-line/declaration.ts';

const options = {
  port: {
    value: 'N',
    // Where examples/install/minimal.json expects it.
    default: '7879',
    description: 'where the mirror is served on the loopback; 0 takes any free port',
  },
} as const;

export const demoMirrorCommand: CommandDeclaration<typeof options> = {
  summary: 'build and serve the demonstration mirror',
  operands: [],
  options,
};
