import type { CommandDeclaration } from '../command-line/declaration.ts';

const options = {
  port: {
    value: 'N',
    // The port that examples/install/minimal.json uses.
    default: '7879',
    description: 'loopback port for the mirror; 0 selects a free one',
  },
} as const;

export const demoMirrorCommand: CommandDeclaration<typeof options> = {
  summary: 'build and serve the demonstration mirror',
  operands: [],
  options,
};
