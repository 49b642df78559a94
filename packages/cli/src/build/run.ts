import { dirname, extname, join, resolve } from 'node:path';
import { writeDeclaredTypes } from '@writ/annotations/build';
import { TABLE_HEAD, writeTable } from '@writ/controllers/build';
import { hasErrors, summarize, type Diagnostic } from '@writ/diagnostics';
import { displayPath } from '@writ/diagnostics/internal';
import { printFindings } from '../printing/print-findings.ts';
import { detectEarlyExit } from '../process/detect-early-exit.ts';
import { exitStatus } from '../process/exit-status.ts';
import { forceExit } from '../process/force-exit.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { resolvePrefixes } from '../controller-server/serving-options.ts';
import { buildCommand } from './command.ts';
import { isReplaceable, writeModule, type GeneratedModule } from './generated-module.ts';
import { assertModuleFile, ModuleLoadError } from '../user-modules/import-file.ts';

/** What is built, and where to. */
interface Build {
  /** Of controllers. */
  readonly prefixes: readonly string[];
  /** Of annotated classes, as the user names them. */
  readonly files: readonly string[];
  /** Absolute; undefined where the command has nothing of the kind. */
  readonly table: string | undefined;
  readonly types: string | undefined;
  readonly strict: boolean;
}

/**
 * `writ build --prefix=app.controllers main.ts`: the controllers with their signatures as one module, and as another
 * the types that the annotated classes of `main.ts` and of what it imports declare.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const options = readBuild(argv);
  for (const output of [options.table, options.types]) {
    if (output !== undefined && !isReplaceable(output))
      return tell(
        `${displayPath(output)} was not written by writ build, and stays as it is`,
        exitStatus.refused,
      );
  }
  try {
    return forceExit(await build(options));
  } catch (error) {
    if (!(error instanceof ModuleLoadError)) throw error;
    return forceExit(tell(`build: ${error.message}`, exitStatus.usage));
  }
}

/** @throws UsageError */
function readBuild(argv: readonly string[]): Build {
  const { values, operands: files } = readArguments(buildCommand, argv);
  const { prefix, output, strict } = values;
  if (output !== undefined && !/\.m?[jt]s$/.test(output))
    throw new UsageError(`-o ${output} is no module: its name ends in .ts or .js`);
  // Files alone are annotated classes alone, as for `writ routes`.
  const hasTable = files.length === 0 || prefix.length > 0;
  const first = resolve(output ?? (hasTable ? 'controllers.gen.ts' : 'annotations.gen.ts'));
  const beside = hasTable ? join(dirname(first), `annotations.gen${extname(first)}`) : first;
  if (hasTable && files.length > 0 && beside === first)
    throw new UsageError(
      `-o ${output} is the name of the module with declared types: give the controllers another`,
    );
  return {
    prefixes: resolvePrefixes(prefix),
    files,
    table: hasTable ? first : undefined,
    types: files.length > 0 ? beside : undefined,
    strict,
  };
}

async function build({ prefixes, files, table, types, strict }: Build): Promise<number> {
  const modules: GeneratedModule[] = [];
  const found: Diagnostic[] = [];
  let isComplete = true;
  if (table !== undefined) {
    const { text, routes, diagnostics, source } = await detectEarlyExit(() =>
      writeTable({ prefixes, output: table }),
    );
    printFindings(diagnostics, source);
    found.push(...diagnostics);
    if (text === undefined) isComplete = false;
    else modules.push({ file: table, text, content: pluralize(routes, 'route', 'routes') });
  }
  if (types !== undefined) {
    for (const file of files) assertModuleFile(file, resolve(file));
    const written = writeDeclaredTypes({ files: files.map((file) => resolve(file)), output: types });
    const { text, classes, diagnostics, source } = written;
    printFindings(diagnostics, source);
    found.push(...diagnostics);
    if (text !== undefined && classes === 0 && diagnostics.length === 0)
      throw new ModuleLoadError(`neither ${files.join(', ')} nor what they import has an annotated class`);
    if (text === undefined) isComplete = false;
    else modules.push({ file: types, text: renderTypesModule(files, text), content: describeTypes(classes) });
  }
  if (!isComplete || hasErrors(found) || (strict && found.length > 0))
    return tell(`nothing is written: ${summarize(found)}`, exitStatus.findings);
  return writeModules(modules);
}

function renderTypesModule(files: readonly string[], text: string): string {
  return `${TABLE_HEAD} ${files.join(' ')}; changes are overwritten.\n${text}`;
}

function describeTypes(classes: number): string {
  return `the types of ${pluralize(classes, 'class', 'classes')}`;
}

function writeModules(modules: readonly GeneratedModule[]): number {
  let status: number = exitStatus.done;
  for (const module of modules) {
    const fault = writeModule(module);
    if (fault !== undefined) return tell(fault, exitStatus.usage);
    status = tell(`${module.content} in ${displayPath(module.file)}`, exitStatus.done);
  }
  return status;
}

function pluralize(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function tell(text: string, status: number): number {
  process.stderr.write(`writ: ${text}\n`);
  return status;
}
