/** Number of files, each of which exports a controller. */
export const CONTROLLERS = 500;

/** Returns the files of an application with many controllers, by their paths. */
export function controllerFiles(): Readonly<Record<string, string>> {
  const names = Array.from({ length: CONTROLLERS }, (_, index) => `c${index}`);
  return Object.fromEntries([
    ...names.map((name) => [`app/${name}.ts`, CONTROLLER]),
    ['imports.ts', importsOf(names)],
    ['controllers.ts', WITH_TABLE],
  ]) as Record<string, string>;
}

const CONTROLLER = `import { Controller } from '@writ/controllers';

export class Default extends Controller {
  GET(id: number, { page = 1 }: { page?: number }): { id: number; page: number } {
    return { id, page };
  }

  POST({ title, rank = 3 }: { title: string; rank?: 1 | 2 | 3 }): { title: string; rank: number } {
    return { title, rank };
  }
}
`;

/** A script that writes the table, as `writ build` does. */
export const WRITE_TABLE = `import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTable } from '@writ/controllers/build';

const output = join(import.meta.dirname, 'controllers.gen.js');
const { text, diagnostics } = await writeTable({ prefixes: ['app'], directory: import.meta.dirname, output });
if (text === undefined) throw new Error(JSON.stringify(diagnostics));
writeFileSync(output, text);
`;

const WITH_TABLE = `import type { AddressInfo } from 'node:net';
import { Application, type ControllersTable } from '@writ/controllers';

// The table does not exist yet when this file is compiled.
const table: string = './controllers.gen.js';
const { controllers } = (await import(table)) as { controllers: ControllersTable };
const { router } = Application.from(controllers);
const server = router.toolkit.createServer(router);
await server.listen(0, '127.0.0.1');
console.log((server.node.address() as AddressInfo).port);
`;

/** An application that imports the same files and responds with \`node:http\`. */
function importsOf(names: readonly string[]): string {
  return `${names.map((name) => `import { Default as ${name} } from './app/${name}.js';`).join('\n')}
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const controllers: readonly Function[] = [${names.join(', ')}];
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ id: 7, page: controllers.length / ${CONTROLLERS} }));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
`;
}
