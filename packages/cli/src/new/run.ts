import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { exitStatus } from '../process/exit-status.ts';
import { createProject } from './create-project.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { newCommand } from './command.ts';

/** `writ new shop`: a project of controllers in a folder of that name. */
export async function run(argv: readonly string[]): Promise<number> {
  const [name, ...more] = readArguments(newCommand, argv).operands;
  if (name === undefined) throw new UsageError('name the project');
  if (more.length > 0) throw new UsageError(`one name is enough: ${name} ${more.join(' ')}`);
  const problem = describeInvalidName(name);
  if (problem !== undefined) throw new UsageError(`${JSON.stringify(name)} ${problem}`);
  const folder = resolve(name);
  const inTheWay = describeExisting(folder);
  if (inTheWay !== undefined) return tell(`${name} ${inTheWay}, and stays as it is`, exitStatus.refused);
  try {
    createProject(folder, name);
  } catch (error) {
    return tell(`${name} cannot be written: ${(error as Error).message}`, exitStatus.usage);
  }
  return tell(`${name} is made; go on with\n    cd ${name}\n    npm install\n    npm start`, exitStatus.done);
}

/** It is the name of a folder and of a package. */
function describeInvalidName(name: string): string | undefined {
  if (name.length > 214) return `is longer than 214 characters`;
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name))
    return 'is no name for a package: small letters, digits, "-", "." and "_", a letter or a digit first';
  if (name === 'node_modules' || name === 'favicon.ico') return 'is a name that npm keeps for itself';
  return undefined;
}

function describeExisting(folder: string): string | undefined {
  try {
    return readdirSync(folder).length === 0 ? undefined : 'is a folder that is not empty';
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    return code === 'ENOTDIR' ? 'is a file' : `cannot be read (${message})`;
  }
}

function tell(text: string, status: number): number {
  process.stderr.write(`writ: ${text}\n`);
  return status;
}
