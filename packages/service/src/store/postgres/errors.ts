import { DatabaseError } from 'pg';

/** How an error of a call is handled: a `transient` one may not occur again if the call is repeated. */
export type PostgresErrorKind = 'transient' | 'operational' | 'other';

/** SQLSTATE codes of lost connections, serialization failures, limits, shutdowns and standby servers. */
const TRANSIENT_CODES = /^(?:08...|40...|53300|55P03|57P0[1-3]|25P0[34]|25006)$/;
/** SQLSTATE classes of failures of the server, such as a full disk. */
const OPERATIONAL_CODES = /^(?:25|53|55|57|58|XX)/;
/** Beginnings of the client library's error messages; these errors have no code. */
const CLIENT_MESSAGES = [
  'Connection terminated',
  'timeout expired',
  'timeout exceeded',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Postgres connection has been discarded',
];

/** Classifies an error of a call to the database; errors of the calling code are `other`. */
export function classifyError(error: unknown): PostgresErrorKind {
  if (error instanceof DatabaseError) {
    const { code = '' } = error;
    if (TRANSIENT_CODES.test(code)) return 'transient';
    return OPERATIONAL_CODES.test(code) ? 'operational' : 'other';
  }
  const { syscall, message = '' } = firstError(error) as NodeJS.ErrnoException;
  const isTransient = syscall !== undefined || CLIENT_MESSAGES.some((start) => message.startsWith(start));
  return isTransient ? 'transient' : 'other';
}

/** Names of the SQLSTATE codes whose messages may contain the user name. */
const CONDITIONS: Readonly<Record<string, string>> = {
  '28000': 'invalid authorization specification',
  '28P01': 'invalid password',
  '42501': 'insufficient privilege',
  '42704': 'undefined object',
  '53300': 'too many connections',
};

/**
 * Returns the message of an error, without its other properties, which may contain stored values, and without the
 * database user.
 */
export function describeError(error: unknown): string {
  const condition = error instanceof DatabaseError ? CONDITIONS[error.code ?? ''] : undefined;
  if (condition !== undefined) return `${condition} (${(error as DatabaseError).code})`;
  const { message = '', code } = firstError(error) as NodeJS.ErrnoException;
  return typeof code === 'string' && !message.includes(code) ? `${message} (${code})` : message;
}

/** If a connection to several addresses fails, the error contains the error for each address. */
function firstError(error: unknown): unknown {
  return error instanceof AggregateError ? error.errors[0] : error;
}
