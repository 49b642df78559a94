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
import { resolvePrefixes } from '../controller-server/resolve-prefixes.ts';
import { buildCommand } from './command.ts';
import { isReplaceable, writeModule, type GeneratedModule } from './generated-module.ts';
import { assertModuleFile, ModuleLoadError } from '../user-modules/import-file.ts';
import { printMessage } from '../process/standard-error.ts';

/** The modules to build, and their sources. */
interface Build {
  /** Prefixes of controllers. */
  readonly prefixes: readonly string[];
  /** Files of annotated classes, as specified by the user. */
  readonly files: readonly string[];
  /** Absolute path of the controllers module; undefined if only files are passed. */
  readonly table: string | undefined;
  /** Absolute path of the declared types module; undefined without files. */
  readonly types: string | undefined;
  /** Whether warnings count as errors. */
  readonly strict: boolean;
}

/**
 * `writ build --prefix=app.controllers main.ts`: writes one module with the controllers and their signatures, and one
 * with the declared types of the annotated classes in `main.ts` and its imports.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const options = readBuild(argv);
  for (const output of [options.table, options.types]) {
    if (output !== undefined && !isReplaceable(output))
      return printError(
        `${displayPath(output)} was not written by writ build and is not replaced`,
        exitStatus.refused,
      );
  }
  try {
    return forceExit(await writeBuild(options));
  } catch (error) {
    if (!(error instanceof ModuleLoadError)) throw error;
    return forceExit(printError(`build: ${error.message}`, exitStatus.usage));
  }
}

/** @throws UsageError */
function readBuild(argv: readonly string[]): Build {
  const { values, operands: files } = readArguments(buildCommand, argv);
  const { prefix, output, strict } = values;
  if (output !== undefined && !/\.m?[jt]s$/.test(output))
    throw new UsageError(`invalid -o ${output}: the file name must end in .ts, .mts, .js or .mjs`);
  // Without --prefix, files select only annotated classes, like the files of `writ routes`.
  const hasTable = files.length === 0 || prefix.length > 0;
  const first = resolve(output ?? (hasTable ? 'controllers.gen.ts' : 'annotations.gen.ts'));
  const typesFile = hasTable ? join(dirname(first), `annotations.gen${extname(first)}`) : first;
  if (hasTable && files.length > 0 && typesFile === first)
    throw new UsageError(
      `-o ${output} is also the output file of the declared types; choose another name for the controllers`,
    );
  return {
    prefixes: resolvePrefixes(prefix),
    files,
    table: hasTable ? first : undefined,
    types: files.length > 0 ? typesFile : undefined,
    strict,
  };
}

async function writeBuild({ prefixes, files, table, types, strict }: Build): Promise<number> {
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
      throw new ModuleLoadError(
        `no annotated class in ${files.join(', ')} or in the modules imported from there`,
      );
    if (text === undefined) isComplete = false;
    else modules.push({ file: types, text: renderTypesModule(files, text), content: describeTypes(classes) });
  }
  if (!isComplete || hasErrors(found) || (strict && found.length > 0))
    return printError(`nothing was written: ${summarize(found)}`, exitStatus.findings);
  return writeModules(modules);
}

function renderTypesModule(files: readonly string[], text: string): string {
  return `${TABLE_HEAD} ${files.join(' ')}; changes are overwritten.\n${text}`;
}

function describeTypes(classes: number): string {
  return `the types of ${pluralize(classes, 'class', 'classes')}`;
}

function writeModules(modules: readonly GeneratedModule[]): number {
  for (const module of modules) {
    const writeError = writeModule(module);
    if (writeError !== undefined) return printError(writeError, exitStatus.usage);
    printMessage(`${module.content} in ${displayPath(module.file)}`);
  }
  return exitStatus.done;
}

function pluralize(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function printError(message: string, status: number): number {
  printMessage(message);
  return status;
}
