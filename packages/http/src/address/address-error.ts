/** A problem with one of the values for an address. */
export interface AddressProblem {
  readonly name: string;
  /** The problem, such as `is missing`. */
  readonly detail: string;
}

/**
 * An error that lists all values that prevent the address of a route from being built. Indicates a bug in the
 * application, not an invalid request.
 */
export class AddressError extends Error {
  readonly problems: readonly AddressProblem[];

  constructor(subject: string, problems: readonly AddressProblem[], hint = '') {
    const wrong = problems.map(({ name, detail }) => (name === '' ? detail : `${name} ${detail}`));
    super(`cannot build the address of ${subject}: ${wrong.join('; ')}${hint === '' ? '' : ` (${hint})`}`);
    this.name = 'AddressError';
    this.problems = problems;
  }
}
