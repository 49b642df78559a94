import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { exitStatus } from '../process/exit-status.ts';
import { chooseFrontEnd } from './choose-front-end.ts';
import { createProject } from './create-project.ts';
import type { FrontEnd } from './front-end.ts';
import { findCheckout, listNextSteps } from './next-steps.ts';
import { detectPackageManager } from './package-manager.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { newCommand } from './command.ts';
import { printMessage } from '../process/standard-error.ts';

/** `writ new shop` and `create-writ shop`: create a project in the folder `shop`. */
export async function run(argv: readonly string[]): Promise<number> {
  const { operands, values } = readArguments(newCommand, argv);
  const [name, ...more] = operands;
  if (name === undefined) throw new UsageError('missing NAME: pass a name for the project');
  if (more.length > 0) throw new UsageError(`unexpected argument ${more.join(' ')}: pass one name`);
  const problem = describeInvalidName(name);
  if (problem !== undefined) throw new UsageError(`${JSON.stringify(name)} ${problem}`);
  const folder = resolve(name);
  const conflict = describeExisting(folder);
  if (conflict !== undefined) {
    printMessage(`${name} ${conflict} and is left unchanged`);
    return exitStatus.refused;
  }
  const frontEnd = values['front-end'] ?? (await chooseByTerminal());
  if (frontEnd === undefined) {
    printMessage('nothing was written');
    return exitStatus.interrupted;
  }
  try {
    createProject({ folder, name, frontEnd });
  } catch (error) {
    printMessage(`${name} cannot be written: ${(error as Error).message}`);
    return exitStatus.usage;
  }
  const manager = detectPackageManager(process.env['npm_config_user_agent']);
  const steps = listNextSteps(name, manager, findCheckout());
  printMessage([`created ${name}; continue with`, ...steps].join('\n    '));
  return exitStatus.done;
}

/** Asks for the front end in a terminal. Without a terminal, the front end is controllers. */
async function chooseByTerminal(): Promise<FrontEnd | undefined> {
  const { stdin: input, stderr: output } = process;
  return input.isTTY && output.isTTY ? chooseFrontEnd({ input, output }) : 'controllers';
}

/** Describes why a name cannot be used for a folder and a package; undefined if it can. */
function describeInvalidName(name: string): string | undefined {
  if (name.length > 214) return `is longer than 214 characters`;
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name))
    return 'is not a valid package name: use lower-case letters, digits, "-", "." and "_", starting with a letter or digit';
  if (name === 'node_modules' || name === 'favicon.ico') return 'is reserved by npm';
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
