import { closeSync, existsSync, openSync, readSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { prefixesOf } from '@writ/controllers';
import { TABLE_HEAD, writeTable } from '@writ/controllers/build';
import { hasErrors, summarize } from '@writ/diagnostics';
import { tellFindings } from '../controllers/load-router.ts';
import { tellExit } from '../controllers/tell-exit.ts';
import { exitStatus } from '../exit-status.ts';
import { ending } from '../ending.ts';
import { readArguments } from '../read-arguments.ts';

/** `writ build --prefix=app.controllers`: the controllers with their signatures as one module. */
export async function run(argv: readonly string[]): Promise<number> {
  let values: { prefix?: string[]; output?: string; strict?: boolean };
  try {
    const options = {
      prefix: { type: 'string', multiple: true },
      output: { type: 'string', short: 'o' },
      strict: { type: 'boolean' },
    } as const;
    ({ values } = readArguments({ args: [...argv], options }));
  } catch (error) {
    return tell(`build: ${(error as Error).message}`, exitStatus.usage);
  }
  const output = resolve(values.output ?? 'controllers.gen.ts');
  if (!/\.m?[jt]s$/.test(output))
    return tell(`-o ${values.output} is no module: its name ends in .ts or .js`, exitStatus.usage);
  if (!isOurs(output))
    return tell(`${shown(output)} was not written by writ build, and stays as it is`, exitStatus.refused);
  return ending(await build(values.prefix ?? prefixesOf(process.env), output, values.strict === true));
}

async function build(prefixes: readonly string[], output: string, strict: boolean): Promise<number> {
  const { text, routes, diagnostics, source } = await tellExit(() => writeTable({ prefixes, output }));
  tellFindings(diagnostics, source);
  if (text === undefined || hasErrors(diagnostics) || (strict && diagnostics.length > 0))
    return tell(`nothing is written: ${summarize(diagnostics)}`, exitStatus.findings);
  try {
    writeFileSync(output, text);
  } catch (error) {
    return tell(`${shown(output)} cannot be written: ${(error as Error).message}`, exitStatus.usage);
  }
  return tell(`${routes} route${routes === 1 ? '' : 's'} in ${shown(output)}`, exitStatus.done);
}

/** Whether nothing stands there, or an older table. */
function isOurs(output: string): boolean {
  if (!existsSync(output)) return true;
  try {
    const file = openSync(output, 'r');
    try {
      const head = Buffer.alloc(TABLE_HEAD.length);
      return readSync(file, head) === 0 || head.toString() === TABLE_HEAD;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

function shown(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}

function tell(text: string, status: number): number {
  process.stderr.write(`writ: ${text}\n`);
  return status;
}
