import type { RestAuthenticationProvider } from '../../contract/roles.ts';
import type { User } from '../../contract/user.ts';
import { sessionOf } from './sessions.ts';

/**
 * Creates an authentication provider that reads the user's id from the session. The login handler stores it there with
 * `session.set('user', id)`. `find` returns the user, or null. `name` is the name of the value (default: `user`).
 */
export function sessionUser(
  find: (id: string) => User | null | Promise<User | null>,
  name = 'user',
): RestAuthenticationProvider {
  return {
    // The filter `sessions` rejects cross-site requests.
    refusesCrossSite: true,
    provideCredentials: (context) => {
      const id = sessionOf(context).get(name);
      return typeof id === 'string' || typeof id === 'number'
        ? { scheme: 'session', token: String(id) }
        : null;
    },
    authenticate: ({ token }) => find(token ?? ''),
  };
}
