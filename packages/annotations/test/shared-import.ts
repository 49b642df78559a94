/**
 * Imports modules with the register hook in one process, which loads the packages only once. A module must have ended
 * when its import has.
 */
import { fileURLToPath } from 'node:url';
import { nodeEnvironment } from '../../../scripts/processes/node-environment.ts';
import { createMark, SharedProcess } from '../../../scripts/processes/shared-process.ts';
import type { ImportRequest } from './import-process.ts';
import { createProject, type Ended } from './project.ts';

const LIMIT = 60_000;

// The test runner's flags must not affect the modules.
const imports = new SharedProcess<ImportRequest>(
  fileURLToPath(new URL('import-process.ts', import.meta.url)),
  {
    env: { PATH: process.env['PATH'], ...nodeEnvironment },
    execArgv: ['--import', fileURLToPath(new URL('../src/register.ts', import.meta.url))],
  },
);

/** Creates a project with the files, imports its `app.ts`, and removes the project. */
export async function runApp(
  files: Readonly<Record<'app.ts', string>> & Readonly<Record<string, string>>,
): Promise<Ended> {
  const project = createProject(files);
  try {
    const request = { file: `${project.folder}/app.ts`, mark: createMark() };
    return await imports.run(request, () => AbortSignal.timeout(LIMIT));
  } finally {
    project.remove();
  }
}
