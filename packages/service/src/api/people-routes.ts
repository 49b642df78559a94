import { csrf, rateLimit, type Filter, type RateStore, type RoutingContext } from '@writ/http';
import { clientKey } from '@writ/http/kernel';
import { Audit } from './audit.ts';
import { CurrentSession } from './current-session.ts';
import { reportPeopleErrors } from './people-problems.ts';
import { Session } from './session.ts';
import { Tokens } from './tokens.ts';
import { Users } from './users.ts';
import { recordChanges } from '../people/record-changes.ts';
import { authenticate, type FindCaller } from '../security/authentication.ts';
import type { OneTimeCodes } from '../security/one-time-codes.ts';
import type { Store } from '../store/store.ts';
import { createAdministration, type Administer } from '../people/administration.ts';
import { Callers } from '../people/callers.ts';
import { loginLimits, Logins } from '../people/logins.ts';
import type { HashCost } from '../people/password-hash.ts';
import { People } from '../people/people.ts';

export interface PeopleDependencies {
  readonly store: Pick<Store, 'people' | 'audit'>;
  readonly codes: OneTimeCodes;
  /** The token of the service itself. */
  readonly token: string;
  readonly now: () => Date;
  readonly passwordCost: HashCost | undefined;
  /** Counts the attempts to log in for each account. */
  readonly attempts: RateStore;
  /** Counts the attempts to log in, or to exchange a code, of each address. */
  readonly attemptsOfAddresses: RateStore;
  /** Limits the requests of each token; undefined for no limit. */
  readonly tokenLimit: Filter | undefined;
}

/** The parts of the service that concern users, their rights and the audit log. */
export interface PeopleParts {
  readonly administer: Administer;
  readonly findCaller: FindCaller;
  readonly routes: readonly object[];
  /** Filters by the pattern of their paths, the outermost first. */
  readonly filters: readonly (readonly [pattern: string, filter: Filter])[];
}

export function createPeopleRoutes({
  store,
  codes,
  token,
  now,
  passwordCost,
  attempts,
  attemptsOfAddresses,
  tokenLimit,
}: PeopleDependencies): PeopleParts {
  const people = new People(store.people, now);
  const cost = passwordCost === undefined ? {} : { cost: passwordCost };
  const logins = new Logins({ store: store.people, now, rates: attempts, secret: token, ...cost });
  const callers = new Callers(token, store.people, now);
  const findCaller: FindCaller = (credential) => callers.find(credential);
  const changes = recordChanges(store.audit, now);
  return {
    administer: createAdministration(people, store.audit, now),
    findCaller,
    routes: [
      new Session({ codes, token, logins, store: store.people }),
      new CurrentSession({ people, logins, passwordCost }),
      new Users(people, passwordCost),
      new Tokens(people),
      new Audit(store.audit),
    ],
    filters: [
      ['/session/{path:.*}', csrf()],
      ['/session/{path:.*}', limitAddresses(attemptsOfAddresses)],
      ['/session/{path:.*}', changes],
      ['/api/{path:.*}', authenticate(findCaller)],
      // Requests beyond the limit are not recorded, because the log is never shortened.
      ...(tokenLimit === undefined ? [] : ([['/api/{path:.*}', tokenLimit]] as const)),
      ['/api/{path:.*}', changes],
      ['/api/{path:.*}', csrf()],
      ['/api/{path:.*}', reportPeopleErrors],
    ],
  };
}

/** Limits the attempts to log in, or to exchange a code, of each address. */
function limitAddresses(store: RateStore): Filter {
  const key = ({ request: { method, remoteAddress } }: RoutingContext): string | undefined =>
    method === 'POST' && remoteAddress !== undefined ? clientKey(remoteAddress) : undefined;
  const { attempts: limit, milliseconds: window } = loginLimits.address;
  return rateLimit({ limit, window, key, store, name: 'login' });
}
