import type { Command } from '../command-line/command.ts';

/** The installer's commands, which are also the commands in the single executable. */
export const installerCommands: Readonly<Record<string, Command>> = {
  check: {
    declare: async () => (await import('../check/command.ts')).checkCommand,
    load: () => import('../check/run.ts'),
  },
  batch: {
    declare: async () => (await import('../batch/command.ts')).batchCommand,
    load: () => import('../batch/run.ts'),
  },
  plan: {
    declare: async () => (await import('../install/commands.ts')).planCommand,
    load: () => import('../install/plan.ts'),
  },
  install: {
    declare: async () => (await import('../install/commands.ts')).installCommand,
    load: () => import('../install/install.ts'),
  },
  convert: {
    declare: async () => (await import('../convert/command.ts')).convertCommand,
    load: () => import('../convert/run.ts'),
  },
  schema: {
    declare: async () => (await import('../schema/command.ts')).schemaCommand,
    load: () => import('../schema/run.ts'),
  },
  init: {
    declare: async () => (await import('../init/command.ts')).initCommand,
    load: () => import('../init/run.ts'),
  },
  facts: {
    declare: async () => (await import('../facts/command.ts')).factsCommand,
    load: () => import('../facts/run.ts'),
  },
  agent: {
    declare: async () => (await import('../agent/command.ts')).agentCommand,
    load: () => import('../agent/run.ts'),
  },
  medium: {
    declare: async () => (await import('../medium/command.ts')).mediumCommand,
    load: () => import('../medium/run.ts'),
  },
};
