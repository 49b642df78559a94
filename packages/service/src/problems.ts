import { HttpError, type HttpErrorOptions } from '@writ/http';

interface ProblemType {
  readonly status: number;
  readonly title: string;
  /** When it is answered, for the reference page. */
  readonly cause: string;
}

/** The problem types of the service's own: the one place of code, status and title. */
export const PROBLEMS = {
  'plan-not-named': {
    status: 409,
    title: 'The installation was not agreed to',
    cause: 'A start names no plan. `planSha256` of the answer is the digest to name.',
  },
  'plan-changed': {
    status: 409,
    title: 'The installation was not agreed to',
    cause:
      'The plan that a start names is not the current one. `planSha256` and `losses` are those of the current plan.',
  },
  'overwrite-not-agreed': {
    status: 409,
    title: 'The installation was not agreed to',
    cause: 'The plan destroys what `losses` lists, and the start does not have `overwrite: true`.',
  },
  'target-refused': {
    status: 409,
    title: 'The target must not be written',
    cause: 'Every error of the plan is about the target. `errors` lists them by the codes of the findings.',
  },
  'configuration-refused': {
    status: 422,
    title: 'The configuration cannot be installed',
    cause: 'The configuration has errors. `errors` lists them by the codes of the findings.',
  },
  'not-resumable': {
    status: 409,
    title: 'The installation cannot be resumed',
    cause: 'The installation has not ended, is complete, or left nothing to resume at its target.',
  },
  'secrets-refused': {
    status: 422,
    title: 'The secrets cannot be used',
    cause:
      'A secret that an installation waits for is absent or wrong, or one is given that it does not need.',
  },
  'hashing-failed': {
    status: 503,
    title: 'Passwords cannot be hashed',
    cause: 'The program that hashes passwords is absent or failed.',
  },
  'state-full': {
    status: 507,
    title: 'The disk of the state folder is full',
    cause: 'There is no room for the records of an installation. Nothing was begun.',
  },
  'state-unusable': {
    status: 503,
    title: 'The state folder cannot be written',
    cause: 'The records of an installation cannot be written. Nothing was begun.',
  },
  'code-refused': {
    status: 403,
    title: 'The one-time code cannot be used',
    cause: 'The one-time code of the address of the page was used already, or has expired.',
  },
  'ticket-refused': {
    status: 404,
    title: 'The download address cannot be used',
    cause: 'The address of a download was used already, or has expired.',
  },
  'not-a-loopback-name': {
    status: 421,
    title: 'Misdirected Request',
    cause: 'The Host header names something other than localhost, 127.0.0.1 or [::1].',
  },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

/** Codes of the service's own in `errors` of a problem, with their meaning; the others are those of findings. */
export const VALUE_ERRORS = {
  'masked-secret': 'The configuration has the mask of the service in place of a secret.',
} as const;

/** An answer of one of these types. */
export function problem(code: ProblemCode, options: Omit<HttpErrorOptions, 'code' | 'title'>): HttpError {
  const { status, title }: ProblemType = PROBLEMS[code];
  return new HttpError(status, { ...options, code, title });
}
