/** What a file of `commands/` exports: runs one command to its end and gives its exit status. */
export interface CommandModule {
  run(argv: readonly string[]): Promise<number>;
}

export interface Command {
  readonly summary: string;
  /** What stands behind the command's name. */
  readonly usage: string;
  /** Whether files of users are imported: then TypeScript with decorators is loaded through the register hook. */
  readonly loadsUsersCode?: true;
  load(): Promise<CommandModule>;
}

const planOptions =
  'CONFIG [--creds FILE] [--advanced] [--strict] [--target T]... [--facts FILE|here] [--firmware uefi|bios] [--image-size 8G] [--seed HEX]';

/** Each command in a file of its own, imported only when it is the one to run: `writ check` stays fast. */
export const commands: Readonly<Record<string, Command>> = {
  check: {
    summary: 'list everything that is wrong with a configuration',
    usage: 'CONFIG [--creds FILE] [--advanced] [--strict] [--facts FILE|here] [--format text|json]',
    load: () => import('./commands/check.ts'),
  },
  plan: {
    summary: 'show what an installation would do, in order',
    usage: `${planOptions} [--format text|json]`,
    load: () => import('./commands/plan.ts'),
  },
  install: {
    summary: 'install onto a disk image',
    usage: `${planOptions} [--yes] [--wipe] [--plan-sha256 HEX] [--format text|json] [--dry-run] [--resume] [--rerun-command] [--mirror URL] [--events FILE|-] [--quiet]`,
    load: () => import('./commands/install.ts'),
  },
  convert: {
    summary: 'write what a configuration of another era says in this format',
    usage: 'OLD.json [--creds FILE] [-o FILE] [--format text|json]',
    load: () => import('./commands/convert.ts'),
  },
  schema: {
    summary: 'print the JSON Schema of a configuration, or explain one key',
    usage: '[explain KEY]',
    load: () => import('./commands/schema.ts'),
  },
  facts: {
    summary: 'print what an installation has to know about this machine, for --facts on another one',
    usage: '',
    load: () => import('./commands/facts.ts'),
  },
  serve: {
    summary: 'start the install service with its page',
    usage: '[--port N] [--allow-devices]',
    loadsUsersCode: true,
    load: () => import('./commands/serve.ts'),
  },
  new: {
    summary: 'make a project of controllers in a folder of that name',
    usage: 'NAME',
    load: () => import('./commands/new.ts'),
  },
  routes: {
    summary: 'print the table of annotated classes, of a router, or of controllers',
    usage: '(FILE... | --prefix=MODULE...) [--format text|json]',
    loadsUsersCode: true,
    load: () => import('./commands/routes.ts'),
  },
  explain: {
    summary: 'show how a request would be answered, and why so',
    usage: 'METHOD PATH (FILE... | --prefix=MODULE...) [--format text|json]',
    loadsUsersCode: true,
    load: () => import('./commands/explain.ts'),
  },
  dev: {
    summary: 'serve controllers, and start them again when a file changes',
    usage: '--prefix=MODULE... [--host=HOST:PORT] [--openapi]',
    load: () => import('./commands/dev.ts'),
  },
  build: {
    summary: 'write controllers with their signatures as one module, for bundles and fast starts',
    usage: '--prefix=MODULE... [-o FILE]',
    loadsUsersCode: true,
    load: () => import('./commands/build.ts'),
  },
  'demo-mirror': {
    summary: 'build and serve the demonstration mirror',
    usage: '[--port N]',
    load: () => import('./commands/demo-mirror.ts'),
  },
};

/** `writ --prefix=… --host=…`: without a command, controllers are served. */
export const serveControllers: Command = {
  summary: 'serve the controllers below a module prefix',
  usage: '--prefix=MODULE... [--host=HOST:PORT] [--workers=N] [--openapi] [--quiet] [--version]',
  loadsUsersCode: true,
  load: () => import('./commands/controllers.ts'),
};
