import type { ParseArgsConfig } from 'node:util';
import { prefixesOf } from '@writ/controllers';
import { readArguments } from '../command-line/read-arguments.ts';

/** Where a server listens; port 0 takes a free one. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

export interface ServingOptions extends Endpoint {
  /** Of the command line, else of `WRIT_PREFIX`; empty when neither names one. */
  readonly prefixes: readonly string[];
  /** Undefined: this process serves itself. */
  readonly workers: number | undefined;
  /** Whether they are described at `/openapi.json`, with a page for people. */
  readonly openapi: boolean;
  /** What becomes of a promise that is rejected without a handler: logged, or the end of the process. */
  readonly unhandledRejections: 'log' | 'throw';
  readonly quiet: boolean;
  readonly version: boolean;
}

const prefix = { type: 'string', multiple: true } as const;
const host = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const string = { type: 'string' } as const;

/** A message when they are wrong. */
export function readServingOptions(argv: readonly string[]): ServingOptions | string {
  const options = {
    prefix,
    host,
    openapi: flag,
    'unhandled-rejections': string,
    quiet: flag,
    workers: { type: 'string' },
    version: { type: 'boolean', short: 'V' },
  };
  const values = parse(argv, options as ParseArgsConfig['options']);
  if (typeof values === 'string') return values;
  const endpoint = endpointOf(values['host'] as string | undefined);
  if (typeof endpoint === 'string') return endpoint;
  const count = values['workers'] as string | undefined;
  const workers = count === undefined ? undefined : Number(count);
  if (count !== undefined && !(/^\d{1,3}$/.test(count) && Number(count) > 0))
    return `--workers=${count} is no number of processes from 1 to 999`;
  const rejections = rejectionsIn(values);
  if (!isRejections(rejections)) return wrongRejections(rejections);
  return {
    ...endpoint,
    prefixes: prefixesIn(values),
    workers,
    openapi: values['openapi'] === true,
    unhandledRejections: rejections,
    quiet: values['quiet'] === true,
    version: values['version'] === true,
  };
}

export type DevOptions = Endpoint & Pick<ServingOptions, 'prefixes' | 'openapi' | 'unhandledRejections'>;

/** A message when they are wrong. */
export function readDevOptions(argv: readonly string[]): DevOptions | string {
  const values = parse(argv, { prefix, host, openapi: flag, 'unhandled-rejections': string });
  if (typeof values === 'string') return values;
  const endpoint = endpointOf(values['host'] as string | undefined);
  if (typeof endpoint === 'string') return endpoint;
  const unhandledRejections = rejectionsIn(values);
  if (!isRejections(unhandledRejections)) return wrongRejections(unhandledRejections);
  return {
    ...endpoint,
    prefixes: prefixesIn(values),
    openapi: values['openapi'] === true,
    unhandledRejections,
  };
}

function rejectionsIn(values: Values): string {
  return (values['unhandled-rejections'] as string | undefined) ?? 'log';
}

function isRejections(given: string): given is DevOptions['unhandledRejections'] {
  return given === 'log' || given === 'throw';
}

function wrongRejections(given: string): string {
  return `--unhandled-rejections=${given} is neither log nor throw`;
}

/** The arguments from which a worker reads the same options. */
export function toArguments(options: DevOptions): readonly string[] {
  const { prefixes, host: name, port, openapi, unhandledRejections } = options;
  return [
    ...prefixes.map((each) => `--prefix=${each}`),
    `--host=${name.includes(':') ? `[${name}]` : name}:${port}`,
    ...(openapi ? ['--openapi'] : []),
    `--unhandled-rejections=${unhandledRejections}`,
  ];
}

type Values = Readonly<Record<string, unknown>>;

function parse(argv: readonly string[], options: ParseArgsConfig['options']): Values | string {
  try {
    return readArguments({ args: [...argv], options: options! }).values;
  } catch (error) {
    return (error as Error).message;
  }
}

function prefixesIn(values: Values): readonly string[] {
  return (values['prefix'] as readonly string[] | undefined) ?? prefixesOf(process.env);
}

/** Of `host`, `host:port`, `:port` or `[IPv6]:port`. */
function endpointOf(text = 'localhost:8080'): Endpoint | string {
  const [, v6, name = '', digits = '8080'] =
    /^(?:\[([\da-f:.]+)\]|([^\s:/[\]]*))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const port = Number(digits);
  const isGiven = v6 !== undefined || name !== '' || text.startsWith(':');
  if (!isGiven || text === ':' || port > 65_535)
    return `--host=${text} is no HOST:PORT, such as localhost:8080 or [::1]:8080`;
  return { host: v6 ?? (name === '' ? 'localhost' : name), port };
}
