/** An application with a class for each of the types, once with annotations and once with controllers. */
import { declarations, type Kind, otherPackage } from './kinds.ts';

const NAMES =
  'KINDS, LEVELS, Colour, Level, Note, Page, Named, Pair, Box, Flags, Prefixed, Without, Id, Brand, Change, Tree, List, ' +
  'Folder, Item, Rank, Key, Items';

const imports = `
  import type { z } from 'zod';
  import type { ${NAMES} } from './types.js';
  import type { Address, Order, SIZES } from '@acme/types';
`;

/** Returns the files of the application, which prints its answers. Its modules import each other as JavaScript. */
export function applicationFiles(kinds: readonly Kind[]): Readonly<Record<string, string>> {
  return {
    'src/types.ts': declarations,
    'src/annotated.ts': `
      import { BodyParam, GET, Path, PathParam, POST, PUT, QueryParam } from '@writ/annotations';
      ${imports}
      ${kinds.map(annotatedClass).join('\n')}
      export const classes = [${kinds.map((_, index) => `Kind${index}`).join(', ')}];`,
    'src/app/index.ts': `
      import { Controller } from '@writ/controllers';
      ${imports.replace('./types.js', '../types.js')}
      ${kinds.map(controller).join('\n')}`,
    'src/main.ts': program(kinds),
  };
}

/** The files of the package `@acme/types`, as sources. */
export const packageSources: Readonly<Record<string, string>> = {
  'packages/types/package.json': JSON.stringify({
    name: '@acme/types',
    type: 'module',
    exports: './src/index.ts',
  }),
  'packages/types/src/index.ts': otherPackage,
};

/** The files of the package `@acme/types`, which must be compiled. */
export const compiledPackage: Readonly<Record<string, string>> = {
  'packages/types/package.json': JSON.stringify({
    name: '@acme/types',
    type: 'module',
    exports: { types: './dist/index.d.ts', default: './dist/index.js' },
  }),
  'packages/types/tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2024',
      module: 'nodenext',
      strict: true,
      declaration: true,
      skipLibCheck: true,
      rootDir: 'src',
      outDir: 'dist',
    },
    include: ['src'],
  }),
  'packages/types/src/index.ts': otherPackage,
};

function annotatedClass({ type, json = 'value', query, ...kind }: Kind, index: number): string {
  return `@Path('/kind${index}') export class Kind${index} {
    @POST('/') add(@BodyParam() { value }: { value: ${type} }) { return { value: ${json} }; }
    ${query ? `@GET('/') get(@QueryParam('value') value: ${type}) { return { value }; }` : ''}
    ${json === 'value' ? `@PUT('/{valid}') put(@PathParam('valid') valid: boolean): { value: ${type} } { ${result(kind)} }` : ''}
  }`;
}

function controller({ type, json = 'value', query, ...kind }: Kind, index: number): string {
  return `export class Kind${index} extends Controller {
    POST({ value }: { value: ${type} }) { return { value: ${json} }; }
    ${query ? `GET({ value }: { value: ${type} }) { return { value }; }` : ''}
    ${json === 'value' ? `PUT(valid: boolean): { value: ${type} } { ${result(kind)} }` : ''}
  }`;
}

function result({ accepted, rejected }: Pick<Kind, 'accepted' | 'rejected'>): string {
  const write = (value: unknown): string => JSON.stringify(JSON.stringify({ value }));
  return `return JSON.parse(valid ? ${write(accepted)} : ${write(rejected)});`;
}

/** An answer of the application: its status, and its value or the issues in it. */
export interface Answer {
  readonly status: number;
  readonly value?: unknown;
  readonly issues?: readonly (readonly [place: string, detail: string])[];
}

/** The answers of one front end. */
export interface FrontEndAnswers {
  readonly findings: readonly string[];
  /** For each type, the answers to its accepted and its rejected value. */
  readonly bodies: readonly (readonly [Answer, Answer])[];
  readonly queries: readonly (readonly [Answer, Answer] | null)[];
  readonly results: readonly (readonly [Answer, Answer] | null)[];
  readonly document: any;
}

function program(kinds: readonly Kind[]): string {
  return `
    import { RestRouter } from '@writ/annotations';
    import { loadControllers } from '@writ/controllers';
    import { Router, Toolkit } from '@writ/http';
    import { openapi } from '@writ/http/openapi';
    import { classes } from './annotated.js';

    const kinds: any[] = ${JSON.stringify(kinds)};
    const silent = { debug() {}, info() {}, warn() {}, error() {} };
    const createToolkit = () => new Toolkit({ logger: silent, validateResponses: true });

    const annotated = RestRouter.register(createToolkit(), ...classes);
    const loaded = await loadControllers({ directory: import.meta.dirname, prefixes: ['app'] });
    const controllers = new Router(createToolkit()).mount(loaded.matcher).report(...loaded.diagnostics);

    async function answers(router: any) {
      const findings = router.diagnostics().map(({ code, message, file }: any) => \`\${code} \${message} \${file}\`);
      if (findings.length > 0) return { findings };
      const send = async (method: string, path: string, json?: object) => {
        const init = json === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
        const response = await router.fetch(new Request('http://localhost' + path, { method, ...init }));
        const body = JSON.parse((await response.text()) || 'null');
        const issues = body?.errors?.map(({ source, name, pointer = '', detail }: any) =>
          [(name === 'body' || (name ?? '') === '' ? '' : '/' + name) + pointer, detail]);
        return { status: response.status, value: body?.value, issues };
      };
      const both = async (call: (isAccepted: boolean) => Promise<object>) => [await call(true), await call(false)];
      const bodies: object[] = [], queries: (object | null)[] = [], results: (object | null)[] = [];
      for (const [index, { accepted, rejected, query, json }] of kinds.entries()) {
        const path = '/kind' + index;
        bodies.push(await both((yes) => send('POST', path, { value: yes ? accepted : rejected })));
        queries.push(query ? await both((yes) => send('GET', path + '?value=' + query[yes ? 0 : 1])) : null);
        results.push(json ? null : await both((yes) => send('PUT', path + '/' + yes)));
      }
      return { findings, bodies, queries, results, document: openapi(router, { info: { title: 'Types', version: '1' } }) };
    }

    console.log(JSON.stringify({ annotations: await answers(annotated), controllers: await answers(controllers) }));`;
}
