import { prefixesOf } from '@writ/controllers';
import type { OptionValues } from '../command-line/declaration.ts';
import { UsageError } from '../command-line/usage-error.ts';
import type { prefixOption, servingOptions } from './declared-options.ts';

/** Where a server listens; port 0 takes a free one. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

export interface ServingOptions extends Endpoint {
  /** Of the command line, else of `WRIT_PREFIX`; empty when neither names one. */
  readonly prefixes: readonly string[];
  /** Whether they are described at `/openapi.json`, with a page for people. */
  readonly openapi: boolean;
  /** What becomes of a promise that is rejected without a handler: logged, or the end of the process. */
  readonly unhandledRejections: 'log' | 'throw';
}

/** @throws UsageError */
export function resolveServingOptions({
  prefix,
  host,
  openapi,
  'unhandled-rejections': unhandledRejections,
}: OptionValues<typeof prefixOption & typeof servingOptions>): ServingOptions {
  return { ...parseEndpoint(host), prefixes: resolvePrefixes(prefix), openapi, unhandledRejections };
}

/** Those of the command line, else of the environment. */
export function resolvePrefixes(prefixes: readonly string[]): readonly string[] {
  return prefixes.length > 0 ? prefixes : prefixesOf(process.env);
}

/** The arguments from which a worker reads the same options. */
export function toArguments(options: ServingOptions): readonly string[] {
  const { prefixes, host: name, port, openapi, unhandledRejections } = options;
  return [
    ...prefixes.map((each) => `--prefix=${each}`),
    `--host=${name.includes(':') ? `[${name}]` : name}:${port}`,
    ...(openapi ? ['--openapi'] : []),
    `--unhandled-rejections=${unhandledRejections}`,
  ];
}

/** Of `host`, `host:port`, `:port` or `[IPv6]:port`. */
function parseEndpoint(text: string): Endpoint {
  const [, v6, name = '', digits = '8080'] =
    /^(?:\[([\da-f:.]+)\]|([^\s:/[\]]*))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const port = Number(digits);
  const isGiven = v6 !== undefined || name !== '' || text.startsWith(':');
  if (!isGiven || text === ':' || port > 65_535)
    throw new UsageError(`--host=${text} is no HOST:PORT, such as localhost:8080 or [::1]:8080`);
  return { host: v6 ?? (name === '' ? 'localhost' : name), port };
}
