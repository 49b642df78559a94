import { HttpError, type Filter } from '@writ/http';
import { describeFilter } from '@writ/http/openapi';
import { setCaller, type AuthenticatedCaller } from './caller.ts';
import { readCredential } from './credential.ts';

/** Finds the caller to whom a token or a session belongs; undefined if it is not valid. */
export type FindCaller = (
  credential: string,
) => Promise<AuthenticatedCaller | undefined> | AuthenticatedCaller | undefined;

const DETAIL =
  'The service requires its token: send the content of the token file, or an API token, as Authorization: Bearer TOKEN';

/**
 * Creates a filter that identifies the caller before the body of the request is read, and rejects other requests. Every
 * route to which it applies must declare the right that it needs.
 */
export function authenticate(find: FindCaller): Filter {
  const filter: Filter = async (context, next) => {
    const given = readCredential(context.request);
    const caller = given === undefined ? undefined : await find(given);
    if (caller === undefined) {
      const invalid = given === undefined ? '' : ', error="invalid_token"';
      throw new HttpError('unauthorized', {
        detail: DETAIL,
        headers: { 'www-authenticate': `Bearer realm="writ"${invalid}` },
      });
    }
    setCaller(context, caller);
    return next();
  };
  return describeFilter(filter, {
    challenge: 'Bearer realm="writ"',
    refuses: ['unauthorized'],
    requiresAccessRule: true,
  });
}
