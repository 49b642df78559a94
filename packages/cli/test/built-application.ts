/** An application of both front ends, whose generated modules check values without sources, declaration files or a parser. */
import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { nodeEnvironment } from '../../../scripts/processes/node-environment.ts';
import { createProject, page } from './project.ts';
import { runShared } from './shared-command.ts';

const compilerOptions = {
  target: 'es2024',
  module: 'nodenext',
  strict: true,
  verbatimModuleSyntax: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
  types: ['node'],
  rootDir: '.',
  outDir: 'out',
};

/** The files of the application. Its program sends requests to both front ends, and prints the results. */
export const application: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts', 'app'] }),
  'levels.ts': `export enum Level { Debug = 'debug', Info = 'info' }
    export type Size = 1 | 2;`,
  'ranks.ts': `import { z } from 'zod';
    export const Rank = z.number().max(5);`,
  'search.ts': `import { BeanParam, QueryParam } from '@writ/annotations';
    import type { z } from 'zod';
    import type { Size } from './levels.ts';
    import type { Rank } from './ranks.ts';
    export class Search {
      @QueryParam('size') size!: Size;
      @QueryParam('rank') rank!: z.infer<typeof Rank>;
    }
    export default class { @QueryParam('tag') tag!: \`t\${number}\`; }`,
  'app/pages.ts': `${page}import { Level } from '../levels.ts';
    export class Default extends Controller {
      GET({ level, sort = 'asc' }: { level: Level, sort?: 'asc' | 'desc' }) { return [level, sort]; }
    }`,
  // The class is evaluated after the module that refers to it.
  'main.ts': `import { BeanParam, GET, Path, PathParam, QueryParam, RestRouter } from '@writ/annotations';
    import { Application } from '@writ/controllers';
    import { Toolkit } from '@writ/http';
    import './annotations.gen.ts';
    import { controllers } from './controllers.gen.ts';
    import { Level } from './levels.ts';
    import Tagged, { Search } from './search.ts';
    @Path('/levels')
    export class Levels {
      @GET('/{level}') get(
        @PathParam('level') level: Level, @BeanParam() search: Search, @BeanParam() tagged: Tagged,
        @QueryParam('all') all: Level[] = [],
      ) { return [level, search.size, search.rank, tagged.tag, ...all]; }
    }
    const warn = (_: object, message: string) => { console.log(message); };
    const annotated = RestRouter.register(new Toolkit({ logger: { debug() {}, info() {}, warn, error: warn } }), Levels);
    const { fetch: controlled } = Application.from(controllers);
    const print = async (answer: Response | Promise<Response>) => {
      const { errors, ...body } = await (await answer).json() as any;
      console.log(JSON.stringify(errors?.map(({ name }: any) => name) ?? Object.values(body)));
    };
    void (async () => {
      for (const path of ['levels/info?size=2&rank=5&tag=t1&all=debug', 'levels/x?size=3&rank=6&tag=x&all=x'])
        await print(annotated.fetch(new Request('http://localhost/' + path)));
      for (const query of ['level=info&sort=desc', 'level=x&sort=x'])
        await print(controlled(new Request('http://localhost/?' + query)));
      const { sharedObjects } = (process as any).report?.getReport() ?? { sharedObjects: [] };
      console.log('native parsers', sharedObjects.filter((file: string) => file.includes('oxc')).length);
    })();`,
};

/** The output of the program. */
export const printed = `["info",2,5,"t1","debug"]
["level","size","rank","tag","all"]
["info","desc"]
["level","sort"]
native parsers 0
`;

/** Runs Node in a folder, with a minimal environment. */
export function node(directory: string, ...args: readonly string[]): { stdout: string; stderr: string } {
  const env = { PATH: process.env['PATH'], ...nodeEnvironment };
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: directory,
    encoding: 'utf8',
    timeout: 120_000,
    env,
  });
  return { stdout, stderr };
}

/** The command that builds the modules of the application. */
export const argv: readonly string[] = ['build', '--prefix=app.pages', 'main.ts'];

/**
 * Runs `writ build` in a new project, which the caller deletes. main.ts imports both generated modules, although they do
 * not exist yet.
 */
export async function buildProject(): Promise<string> {
  const directory = createProject(application);
  expect(await runShared(directory, argv)).toEqual({
    status: 0,
    stdout: '',
    stderr: 'writ: 1 route in controllers.gen.ts\nwrit: the types of 3 classes in annotations.gen.ts\n',
  });
  return directory;
}
