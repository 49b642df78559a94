/** Reasons why a change to users or tokens is refused. */
export type PeopleErrorCode =
  | 'invalid'
  | 'unknown-user'
  | 'unknown-token'
  | 'user-exists'
  | 'first-administrator'
  | 'last-administrator'
  | 'not-allowed';

/** Thrown when a change to users or tokens is refused; the message contains the reason and no secret. */
export class PeopleError extends Error {
  override readonly name = 'PeopleError';
  readonly code: PeopleErrorCode;

  constructor(code: PeopleErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
