/** A value that prevents an address from being built. */
export interface AddressProblem {
  readonly name: string;
  /** Such as `is missing`. */
  readonly detail: string;
}

/** Values that make no address of a route, all of them at once. It is the program that is wrong, not a request. */
export class AddressError extends Error {
  readonly problems: readonly AddressProblem[];

  constructor(what: string, problems: readonly AddressProblem[], hint = '') {
    const wrong = problems.map(({ name, detail }) => (name === '' ? detail : `${name} ${detail}`));
    super(`no address of ${what}: ${wrong.join('; ')}${hint === '' ? '' : ` (${hint})`}`);
    this.name = 'AddressError';
    this.problems = problems;
  }
}
