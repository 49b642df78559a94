import { HttpError } from '@writ/http';
import { DatabaseError } from 'pg';

/** An error with the name and the message of RealWorld's `{ errors: { NAME: [MESSAGE] } }`. */
export function apiError(status: number, name: string, message: string): HttpError {
  return new HttpError(status, { errors: [{ source: 'request', name, code: 'invalid', detail: message }] });
}

export function notFound(resource: 'article' | 'comment' | 'profile'): HttpError {
  return apiError(404, resource, 'not found');
}

/** Rethrows the violation of a unique constraint as 409 with the name of the value. */
export async function rejectTaken<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    // SQLite: "UNIQUE constraint failed: users.email"; PostgreSQL: 'unique constraint "users_email_key"'.
    const name = /unique constraint.*(?:users|articles)[._](email|username|slug)/i.exec(String(error))?.[1];
    if (name === undefined) throw error;
    throw apiError(409, name === 'slug' ? 'title' : name, 'has already been taken');
  }
}

/**
 * Converts PostgreSQL's data exceptions (SQLSTATE class 22), which report values that a column cannot contain, such as a
 * null character in a string, to 422. Returns other errors unchanged.
 */
export function fromDataException(error: unknown): unknown {
  if (!(error instanceof DatabaseError && error.code?.startsWith('22'))) return error;
  return apiError(422, 'request', 'contains an invalid value');
}
