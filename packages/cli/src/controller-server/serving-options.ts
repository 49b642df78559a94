import type { TransportName } from '@writ/http';
import type { OptionValues } from '../command-line/declaration.ts';
import { UsageError } from '../command-line/usage-error.ts';
import type {
  diagnosticsOption,
  prefixOption,
  servingOptions,
  validationOption,
} from './declared-options.ts';

/** The address to listen on; port 0 selects a free port. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

export interface ServingOptions extends Endpoint {
  /** Prefixes from the command line; if there are none, the serving process reads `WRIT_PREFIX`. */
  readonly prefixes: readonly string[];
  /** Whether to serve an OpenAPI document at `/openapi.json` and its page at `/reference`. */
  readonly openapi: boolean;
  /** Whether an unhandled rejection is logged or ends the process. */
  readonly unhandledRejections: 'log' | 'throw';
  /** The transport given on the command line; undefined selects the default. */
  readonly transport: TransportName | undefined;
  /** Whether handlers' results are compared with their declared types. */
  readonly validateResponses: boolean;
  /** Whether start-up findings are printed on one line each, for a problem matcher. */
  readonly diagnostics: boolean;
}

/** @throws UsageError */
export function resolveServingOptions({
  prefix,
  host,
  openapi,
  transport,
  'unhandled-rejections': unhandledRejections,
  'validate-responses': validateResponses,
  diagnostics,
}: OptionValues<
  typeof prefixOption & typeof servingOptions & typeof validationOption & typeof diagnosticsOption
>): ServingOptions {
  return {
    ...parseEndpoint(host),
    prefixes: prefix,
    openapi,
    transport,
    unhandledRejections,
    validateResponses,
    diagnostics,
  };
}

/** Returns the arguments that pass these options to a worker. */
export function toArguments(options: ServingOptions): readonly string[] {
  const { prefixes, host: name, port, openapi, transport } = options;
  return [
    ...prefixes.map((each) => `--prefix=${each}`),
    `--host=${name.includes(':') ? `[${name}]` : name}:${port}`,
    ...(openapi ? ['--openapi'] : []),
    ...(transport === undefined ? [] : [`--transport=${transport}`]),
    `--unhandled-rejections=${options.unhandledRejections}`,
    ...(options.validateResponses ? ['--validate-responses'] : []),
    ...(options.diagnostics ? ['--diagnostics'] : []),
  ];
}

/**
 * Parses `host`, `host:port`, `:port`, `[IPv6]` or `[IPv6]:port`. The default host is localhost, the default port 8080.
 *
 * @throws UsageError
 */
function parseEndpoint(text: string): Endpoint {
  const [, v6, name = '', digits = '8080'] =
    /^(?:\[([\da-f:.]+)\]|([^\s:/[\]]*))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const port = Number(digits);
  const isGiven = v6 !== undefined || name !== '' || text.startsWith(':');
  if (!isGiven || text === ':' || port > 65_535)
    throw new UsageError(`invalid --host=${text}: use HOST:PORT, such as localhost:8080 or [::1]:8080`);
  return { host: v6 ?? (name === '' ? 'localhost' : name), port };
}
