import { HttpError, type HttpErrorOptions } from '@writ/http';

interface ProblemType {
  readonly status: number;
  readonly title: string;
  /** The cause of the problem, for the reference page. */
  readonly cause: string;
}

/** The problem types of the service: code, status and title are defined here only. */
export const PROBLEMS = {
  'plan-not-named': {
    status: 409,
    title: 'The installation was not confirmed',
    cause:
      'The start request does not contain the digest of the plan. Send the `planSha256` from this response.',
  },
  'plan-changed': {
    status: 409,
    title: 'The installation was not confirmed',
    cause:
      'The start request contains the digest of a plan that is no longer current. `planSha256` and `losses` describe the current plan.',
  },
  'overwrite-not-agreed': {
    status: 409,
    title: 'The installation was not confirmed',
    cause:
      'The plan would destroy the data listed in `losses`, but the start request does not contain `overwrite: true`.',
  },
  superseded: {
    status: 409,
    title: 'A newer request replaces this one',
    cause:
      'A later request of the same kind (to check, to plan or to compare plans) has the same `Writ-Page` header, so the response to this request is no longer needed.',
  },
  'machine-busy': {
    status: 409,
    title: 'Another virtual machine is running',
    cause:
      'The service runs one virtual machine at a time. `detail` names the installation whose virtual machine is running.',
  },
  'machine-unavailable': {
    status: 503,
    title: 'Virtual machines cannot be started',
    cause:
      'A required program or file is not installed. `missing` lists what is missing, with the packages to install.',
  },
  'target-refused': {
    status: 409,
    title: 'The target cannot be used',
    cause: 'All errors in the plan concern the target. `errors` lists them with their finding codes.',
  },
  'configuration-refused': {
    status: 422,
    title: 'The configuration cannot be installed',
    cause:
      'The configuration has errors, or the plan has errors that do not all concern the target. `errors` lists them with their finding codes.',
  },
  'not-resumable': {
    status: 409,
    title: 'The installation cannot be resumed',
    cause:
      'The installation has not ended, is complete, left nothing to resume, or wrote to a target that is outside the images folder or that another installation has used since.',
  },
  'secrets-refused': {
    status: 422,
    title: 'The secrets cannot be used',
    cause:
      'A secret that the installation is waiting for is missing or invalid, or the request contains a secret that is not needed.',
  },
  'hashing-failed': {
    status: 503,
    title: 'Passwords cannot be hashed',
    cause:
      'The program `openssl`, which hashes passwords, is not installed or failed. Install it, or use hashes in the configuration.',
  },
  'state-full': {
    status: 507,
    title: 'The disk that contains the state folder is full',
    cause:
      'There is not enough space for the records of installations. A requested installation was not started.',
  },
  'state-unusable': {
    status: 503,
    title: 'The state folder cannot be written',
    cause: 'The records of installations cannot be written. A requested installation was not started.',
  },
  'database-unusable': {
    status: 503,
    title: 'The database cannot be used',
    cause:
      'The PostgreSQL database of the service has not accepted a statement for 10 seconds, or another service has taken over the database. A requested installation was not started.',
  },
  'code-refused': {
    status: 403,
    title: 'The one-time code cannot be used',
    cause:
      "The one-time code in the page's address is not valid: for example, it has been used, has expired, or was created before the service was started again. `writ serve --link` (in a checkout, `./run --link`) prints a new address.",
  },
  'login-refused': {
    status: 403,
    title: 'The login was refused',
    cause: 'There is no user with this name, or the password is wrong.',
  },
  'first-administrator': {
    status: 409,
    title: 'There is no user yet',
    cause:
      'The first user must be an administrator, and is added on the machine of the service with `writ user add`.',
  },
  'last-administrator': {
    status: 409,
    title: 'The last administrator is needed',
    cause:
      'The user is the only one with the role `administer`, and there are other users. Give another user this role first.',
  },
  'ticket-refused': {
    status: 404,
    title: 'The download address cannot be used',
    cause: 'The download address has been used or is older than a minute. Request a new one.',
  },
  'registration-refused': {
    status: 403,
    title: 'The machine cannot register',
    cause:
      'The one-time token is unknown, has expired, has been used, or is for another machine; or the agent of the node is at work.',
  },
  'nodes-refused': {
    status: 409,
    title: 'The nodes cannot be installed',
    cause:
      'Some of the nodes cannot be installed by the plans that the request names, so no node was given work. `errors` contains one entry for each of them, with its number in `node` and the code of the problem.',
  },
  'already-claimed': {
    status: 409,
    title: 'The work has already been claimed',
    cause:
      'A configuration, which may contain secrets, is sent to the agent of a node only once. The node has a finding about this request.',
  },
  'power-failed': {
    status: 502,
    title: 'The power of the node cannot be controlled',
    cause:
      'The management controller cannot be reached, has another certificate, or refused the request; or the magic packet could not be sent.',
  },
  'host-refused': {
    status: 421,
    title: 'Misdirected Request',
    cause:
      'The Host header, or the host that a trusted proxy names, is not one that the service accepts: localhost, a loopback address, the address in `--listen`, or a name that `--allow-host` or `--agent-url` allows.',
  },
  'https-required': {
    status: 403,
    title: 'The request must be sent over HTTPS',
    cause:
      'The service runs behind a proxy (`writ serve --behind-proxy`), and the request did not arrive at this proxy over HTTPS, or the proxy does not say so in the header that `--proxy-header` selects.',
  },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

/**
 * Codes in `errors` of a problem that the service itself defines; other codes are those of findings or of invalid
 * values.
 */
export const VALUE_ERRORS = {
  'masked-secret': 'The configuration contains a masked value in place of a secret.',
} as const;

/** Creates the error for a problem type. */
export function problem(code: ProblemCode, options: Omit<HttpErrorOptions, 'code' | 'title'>): HttpError {
  const { status, title }: ProblemType = PROBLEMS[code];
  return new HttpError(status, { ...options, code, title });
}
