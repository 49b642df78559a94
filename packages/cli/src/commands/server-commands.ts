import type { Command } from '../command-line/command.ts';
import type { ServerCommandName } from './server-command-names.ts';

/** Servers, and what is made for them. */
export const serverCommands: Readonly<Record<ServerCommandName, Command>> = {
  serve: {
    summary: 'start the install service with its page',
    usage: '[--port N] [--allow-devices] [--new-token] | --link',
    loadsUsersCode: true,
    load: () => import('../service/run.ts'),
  },
  new: {
    summary: 'make a project of controllers in a folder of that name',
    usage: 'NAME',
    load: () => import('../new/run.ts'),
  },
  routes: {
    summary: 'print the table of annotated classes, of a router, or of controllers',
    usage: '(FILE... | --prefix=MODULE...) [--strict] [--format text|json]',
    loadsUsersCode: true,
    load: () => import('../routes/routes.ts'),
  },
  explain: {
    summary: 'show how a request would be answered, and why so',
    usage: 'METHOD PATH (FILE... | --prefix=MODULE...) [--strict] [--format text|json]',
    loadsUsersCode: true,
    load: () => import('../routes/explain.ts'),
  },
  dev: {
    summary: 'serve controllers, and start them again when a file changes',
    usage: '--prefix=MODULE... [--host=HOST:PORT] [--openapi]',
    load: () => import('../dev/run.ts'),
  },
  build: {
    summary:
      'write signatures of controllers and types of annotated classes as modules, for bundles and fast starts',
    usage: '[--prefix=MODULE...] [FILE...] [--strict] [-o FILE]',
    loadsUsersCode: true,
    load: () => import('../build/run.ts'),
  },
  'demo-mirror': {
    summary: 'build and serve the demonstration mirror',
    usage: '[--port N]',
    load: () => import('../demo-mirror/run.ts'),
  },
};

/** `writ --prefix=… --host=…`: without a command, controllers are served. */
export const serveControllers: Command = {
  summary: 'serve the controllers below a module prefix',
  usage:
    '--prefix=MODULE... [--host=HOST:PORT] [--workers=N] [--openapi] [--unhandled-rejections=log|throw] [--quiet] [--version]',
  loadsUsersCode: true,
  load: () => import('../controllers/run.ts'),
};
