/** Type-checks clients that `writ client` writes, and programs that use them correctly and incorrectly. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import {
  annotated,
  controllers,
  useAnnotated,
  useControllers,
} from '../../packages/cli/test/client-applications.ts';
import { project } from '../../packages/cli/test/project.ts';
import { runShared } from '../../packages/cli/test/shared-command.ts';
import { runNode } from '../../scripts/docs/start.ts';

const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

const compilerOptions = {
  target: 'es2024',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  types: ['node'],
};

const inFolder = (folder: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

it('clients for annotated classes and for controllers have the types of their routes', async () => {
  const folder = project({
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['annotated/use.ts', 'controllers/use.ts'] }),
    ...inFolder('annotated', { 'app.ts': annotated, 'use.ts': useAnnotated }),
    ...inFolder('controllers', { ...controllers, 'use.ts': useControllers }),
  });
  for (const [below, source] of [
    ['annotated', 'app.ts'],
    ['controllers', '--prefix=app'],
  ] as const) {
    const argv = ['client', source, '--out', 'client.ts'];
    expect(await runShared(join(folder, below), argv)).toMatchObject({ status: 0 });
  }
  expect(await runNode([tsc, '--singleThreaded', '-p', '.'], folder)).toEqual({ code: 0, text: '' });
});
