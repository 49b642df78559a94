import type { Command } from '../command-line/command.ts';
import type { ServerCommandName } from './server-command-names.ts';

/** The commands for servers and their routes. */
export const serverCommands: Readonly<Record<ServerCommandName, Command>> = {
  serve: {
    declare: async () => (await import('../service/command.ts')).serveCommand,
    load: () => import('../service/run.ts'),
  },
  worker: {
    declare: async () => (await import('../worker/command.ts')).workerCommand,
    load: () => import('../worker/run.ts'),
  },
  user: {
    declare: async () => (await import('../people/commands.ts')).userCommand,
    load: () => import('../people/user.ts'),
  },
  token: {
    declare: async () => (await import('../people/commands.ts')).tokenCommand,
    load: () => import('../people/token.ts'),
  },
  audit: {
    declare: async () => (await import('../people/commands.ts')).auditCommand,
    load: () => import('../people/audit.ts'),
  },
  migrate: {
    declare: async () => (await import('../people/commands.ts')).migrateCommand,
    load: () => import('../people/migrate.ts'),
  },
  backup: {
    declare: async () => (await import('../backup/commands.ts')).backupCommand,
    load: () => import('../backup/backup.ts'),
  },
  restore: {
    declare: async () => (await import('../backup/commands.ts')).restoreCommand,
    load: () => import('../backup/restore.ts'),
  },
  new: {
    declare: async () => (await import('../new/command.ts')).newCommand,
    load: () => import('../new/run.ts'),
  },
  routes: {
    declare: async () => (await import('../routes/commands.ts')).routesCommand,
    load: () => import('../routes/routes.ts'),
  },
  explain: {
    declare: async () => (await import('../routes/commands.ts')).explainCommand,
    load: () => import('../routes/explain.ts'),
  },
  dev: {
    declare: async () => (await import('../dev/command.ts')).devCommand,
    load: () => import('../dev/run.ts'),
  },
  build: {
    declare: async () => (await import('../build/command.ts')).buildCommand,
    load: () => import('../build/run.ts'),
  },
  client: {
    declare: async () => (await import('../client/command.ts')).clientCommand,
    load: () => import('../client/run.ts'),
  },
  openapi: {
    declare: async () => (await import('../openapi/command.ts')).openapiCommand,
    load: () => import('../openapi/run.ts'),
  },
  'demo-mirror': {
    declare: async () => (await import('../demo-mirror/command.ts')).demoMirrorCommand,
    load: () => import('../demo-mirror/run.ts'),
  },
};

export const serveControllers: Command = {
  declare: async () => (await import('../controllers/command.ts')).controllersCommand,
  load: () => import('../controllers/run.ts'),
};

/** The command `new` as a separate program, which `npm create writ` runs. */
export const createProjectCommand: Command = {
  declare: async () => (await import('../new/command.ts')).createCommand,
  load: () => import('../new/run.ts'),
};
