import type { RoutingContext } from '@writ/http';
import { PeopleError } from '../people/people-error.ts';
import { callerOf } from '../security/caller.ts';

/**
 * Refuses what would let the holder of an API token keep access after the token has expired or has been revoked: with it,
 * the holder could create another token, or log in as a user with a known password.
 *
 * @param action a verb phrase for the message, such as `create tokens`
 * @throws {PeopleError} when the caller has an API token
 */
export function refuseApiToken(context: Pick<RoutingContext, 'user'>, action: string): void {
  if (callerOf(context)?.credential === 'api-token')
    throw new PeopleError('not-allowed', `an API token cannot ${action}; log in to do so`);
}
