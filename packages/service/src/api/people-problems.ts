import { HttpError, type Filter } from '@writ/http';
import { PeopleError } from '../people/people-error.ts';
import { problem } from '../problems.ts';

/** A filter that converts refused changes to users and tokens into problem documents. */
export const reportPeopleErrors: Filter = async (_context, next) => {
  try {
    return await next();
  } catch (error) {
    throw error instanceof PeopleError ? toPeopleProblem(error) : error;
  }
};

/** Returns the response to a login that must wait. */
export function tooManyLogins(seconds: number): HttpError {
  return new HttpError('too-many-requests', {
    detail: `Too many attempts to log in; try again in ${seconds} s`,
    headers: { 'retry-after': String(seconds) },
  });
}

function toPeopleProblem({ code, message }: PeopleError): HttpError {
  const detail = message.charAt(0).toUpperCase() + message.slice(1);
  switch (code) {
    case 'invalid':
      return new HttpError('invalid-values', detail);
    case 'unknown-user':
    case 'unknown-token':
      return new HttpError('not-found', detail);
    case 'not-allowed':
      return new HttpError('forbidden', detail);
    case 'user-exists':
      return new HttpError('conflict', detail);
    case 'first-administrator':
    case 'last-administrator':
      return problem(code, { detail });
  }
}
