import { resolve } from 'node:path';
import { displayPath } from '@writ/diagnostics/internal';
import { openapi, writeClient } from '@writ/http/openapi';
import { isReplaceable, writeModule } from '../build/generated-module.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { documentInfo } from '../controller-server/document-info.ts';
import { exitStatus } from '../process/exit-status.ts';
import { forceExit } from '../process/force-exit.ts';
import { printMessage } from '../process/standard-error.ts';
import { openRouters } from '../routes/open-routers.ts';
import { clientCommand } from './command.ts';

/** The beginning of every generated client. */
const CLIENT_HEAD = '// Written by writ client';

interface ClientRequest {
  readonly files: readonly string[];
  readonly prefixes: readonly string[];
  readonly strict: boolean;
  /** Absolute path of the file; undefined for standard output. */
  readonly output: string | undefined;
  readonly typesOnly: boolean;
}

/** `writ client app.ts --out client.ts`: writes a typed client for openapi-fetch. */
export async function run(argv: readonly string[]): Promise<number> {
  const request = readRequest(argv);
  const { output } = request;
  if (output !== undefined && !isReplaceable(output, CLIENT_HEAD))
    return printError(
      `${displayPath(output)} was not written by writ client and is not replaced`,
      exitStatus.refused,
    );
  return forceExit(await writeRequested(request));
}

/** @throws UsageError */
function readRequest(argv: readonly string[]): ClientRequest {
  const { values, operands: files } = readArguments(clientCommand, argv);
  const { prefix, strict, out } = values;
  if (files.length > 0 && prefix.length > 0)
    throw new UsageError(
      'pass files or --prefix, not both; for a client of both, pass a file that exports a Router with both',
    );
  if (out !== undefined && !/\.m?ts$/.test(out))
    throw new UsageError(`invalid --out ${out}: the file name must end in .ts`);
  return {
    files,
    prefixes: prefix,
    strict,
    output: out === undefined ? undefined : resolve(out),
    typesOnly: values['types-only'],
  };
}

async function writeRequested({
  files,
  prefixes,
  strict,
  output,
  typesOnly,
}: ClientRequest): Promise<number> {
  const routers = await openRouters({ files, prefixes, strict });
  if (typeof routers === 'number') return routers;
  const [router, ...others] = routers;
  if (router === undefined || others.length > 0)
    return printError(
      `found ${routers.length} routers in ${files.join(', ')}: pass a file that exports one`,
      exitStatus.usage,
    );
  const document = openapi(router, { info: documentInfo('API') });
  const subject = files.length > 0 ? files : prefixes.map((prefix) => `--prefix=${prefix}`);
  const head = [CLIENT_HEAD, ...subject].join(' ');
  const text = `${head}; changes are overwritten.\n${writeClient(document, { typesOnly })}`;
  if (output === undefined) {
    process.stdout.write(text);
    return exitStatus.done;
  }
  const count = Object.keys(document.paths).length;
  const content = `a client for ${count} path${count === 1 ? '' : 's'}`;
  const writeError = writeModule({ file: output, text, content });
  if (writeError !== undefined) return printError(writeError, exitStatus.usage);
  printMessage(`${content} in ${displayPath(output)}`);
  return exitStatus.done;
}

function printError(message: string, status: number): number {
  printMessage(message);
  return status;
}
