import { accessSync, constants } from 'node:fs';
import { Client, type ClientConfig } from 'pg';
import { StoreUnusable } from '../store-error.ts';

/** Parameters of an address that name files. */
const FILES = ['sslcert', 'sslkey', 'sslrootcert'] as const;

const HOW_TO_WRITE =
  'write postgres://user:password@host:port/database, and percent-encode characters other than letters, digits, - . _ and ~ in its parts, such as / as %2F';

/**
 * Returns the name of a database for messages, without the user and the password.
 *
 * @param variable the environment variable that contains the address
 * @throws {StoreUnusable} when the address is invalid; the message contains no part of the address
 */
export function describeDatabase(config: ClientConfig, variable = 'WRIT_DATABASE_URL'): string {
  const problem = findAddressProblem(config.connectionString ?? '');
  if (problem !== undefined) throw new StoreUnusable(`invalid ${variable}: ${problem}`);
  const { host, port, database } = parse(config, variable);
  const server = host.startsWith('/') ? host : `${host}:${port}`;
  return `the database ${database} on ${server}`;
}

function parse(config: ClientConfig, variable: string): Client {
  try {
    return new Client(config);
  } catch {
    // The message of the error may contain parts of the address.
    throw new StoreUnusable(
      `invalid ${variable}: a part cannot be decoded or a parameter has an invalid value; ${HOW_TO_WRITE}`,
    );
  }
}

/** Returns what is wrong with an address; undefined if nothing is. */
function findAddressProblem(address: string): string | undefined {
  const scheme = ['postgres://', 'postgresql://'].find((start) => address.startsWith(start));
  if (scheme === undefined) return `it is not an address; ${HOW_TO_WRITE}`;
  const parts = address.slice(scheme.length);
  const end = parts.search(/[/?#]/);
  const [authority, rest] = end < 0 ? [parts, ''] : [parts.slice(0, end), parts.slice(end)];
  const [path = ''] = rest.split(/[?#]/, 1);
  // A password with one of these characters would become part of the host or of the database name.
  if (/[@#]/.test(rest) || path.includes(':'))
    return `a part contains @, :, /, ? or #, which separate the parts; ${HOW_TO_WRITE}`;
  // The driver accepts a user without a host.
  const url = authority.endsWith('@') ? address.replace('@/', '@localhost/') : address;
  if (!URL.canParse(url))
    return `the host or the port is invalid, or the user or the password contains /, ? or #; ${HOW_TO_WRITE}`;
  const { port, pathname, searchParams } = new URL(url);
  if (![port, searchParams.get('port') ?? ''].every(isPort))
    return `the port is not a number from 1 to 65535; ${HOW_TO_WRITE}`;
  if (pathname.length <= 1) return `the database name is missing; ${HOW_TO_WRITE}`;
  const unreadable = FILES.find((name) => !isReadable(searchParams.get(name)));
  return unreadable === undefined ? undefined : `the file in its parameter ${unreadable} cannot be read`;
}

function isPort(port: string): boolean {
  return port === '' || (/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536);
}

function isReadable(file: string | null): boolean {
  if (file === null || file === '') return true;
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
