import type { AuditHead, AuditVerification } from '../records/audit-chain.ts';
import type { AuditEntry } from '../records/audit-entry.ts';
import type { Right } from '../records/rights.ts';
import type { AuditLog } from '../store/audit-log.ts';
import type { StoredToken } from '../store/people-store.ts';
import { PeopleError } from './people-error.ts';
import type { CreatedToken, NewToken, People, User } from './people.ts';

/** The requests of the commands that administer the service on its machine, and their results. */
interface Requests {
  'list users': { readonly request: object; readonly result: readonly User[] };
  'add user': { readonly request: NewUser; readonly result: User };
  'remove user': { readonly request: { readonly name: string }; readonly result: undefined };
  'set role': { readonly request: { readonly name: string; readonly role: Right }; readonly result: User };
  'set password': {
    readonly request: { readonly name: string; readonly password: string };
    readonly result: User;
  };
  'list tokens': { readonly request: { readonly owner?: string }; readonly result: readonly StoredToken[] };
  'create token': { readonly request: NewToken; readonly result: CreatedToken };
  'revoke token': { readonly request: { readonly id: number }; readonly result: StoredToken };
  'list audit': {
    readonly request: { readonly limit: number; readonly before?: number };
    readonly result: readonly AuditEntry[];
  };
  'verify audit': { readonly request: { readonly known?: AuditHead }; readonly result: AuditVerification };
}

interface NewUser {
  readonly name: string;
  readonly role: Right;
  /** The hash of the password. */
  readonly password: string;
}

/** The name of a request, such as `add user`. */
export type AdministrationAction = keyof Requests;

/** A request, with the user of the operating system who runs the command. */
export type AdministrationRequest<A extends AdministrationAction = AdministrationAction> = {
  readonly [Action in A]: {
    readonly action: Action;
    readonly by: string;
    readonly values: Requests[Action]['request'];
  };
}[A];

/** The result of a request. */
export type AdministrationResult<A extends AdministrationAction> = Requests[A]['result'];

/** Runs a request. Rejects with a {@link PeopleError} if it is refused. */
export type Administer = <A extends AdministrationAction>(
  request: AdministrationRequest<A>,
) => Promise<AdministrationResult<A>>;

/** The status of a refused command in the audit log. */
const REFUSED = 409;

/** Creates the function that runs requests, and records changes in the audit log. */
export function createAdministration(people: People, audit: AuditLog, now: () => Date): Administer {
  const perform = (request: AdministrationRequest): Promise<unknown> => {
    switch (request.action) {
      case 'list users':
        return people.users();
      case 'add user':
        return people.addUser(request.values, true);
      case 'remove user':
        return people.removeUser(request.values.name);
      case 'set role':
        return people.setRole(request.values.name, request.values.role);
      case 'set password':
        return people.setPassword(request.values.name, request.values.password);
      case 'list tokens':
        return people.tokens(request.values.owner);
      case 'create token':
        return people.createToken(request.values);
      case 'revoke token':
        return people.revokeToken(request.values.id);
      case 'list audit':
        return audit.list(request.values.limit, request.values.before);
      case 'verify audit':
        return audit.verify(request.values.known);
    }
  };
  const record = (request: AdministrationRequest, status: number): Promise<void> =>
    audit.append({
      time: now().toISOString(),
      actor: request.by,
      credential: 'command',
      token: null,
      address: null,
      action: request.action,
      subject: describeSubject(request),
      status,
      digest: null,
    });
  const administer = async (request: AdministrationRequest): Promise<unknown> => {
    if (isReading(request)) return perform(request);
    try {
      const result = await perform(request);
      await record(request, 200);
      return result;
    } catch (error) {
      if (error instanceof PeopleError) await record(request, REFUSED);
      throw error;
    }
  };
  return administer as Administer;
}

function isReading({ action }: AdministrationRequest): boolean {
  return action.startsWith('list ') || action === 'verify audit';
}

/** Names the user or the token that a request changes. */
function describeSubject({ values }: AdministrationRequest): string {
  if ('owner' in values && 'scope' in values) return `${values.owner}: ${values.name} (${values.scope})`;
  if ('name' in values && 'role' in values) return `${values.name} (${values.role})`;
  if ('name' in values) return values.name;
  return 'id' in values ? `token ${values.id}` : '';
}
