const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/** Names in any case; a name or value that no header may have is a `TypeError`. */
export class ResponseHeaders {
  readonly #values = new Map<string, string | string[]>();

  /** Several values of a name are joined by `, `. */
  get(name: string): string | undefined {
    const value = this.#values.get(name.toLowerCase());
    return Array.isArray(value) ? value.join(', ') : value;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.#values.set(checkedName(name), checkedValue(name, value));
  }

  /** Adds a value; each of several is sent as a header of its own. */
  append(name: string, value: string): void {
    const key = checkedName(name);
    const others = this.#values.get(key);
    const added = checkedValue(name, value);
    if (others === undefined) this.#values.set(key, added);
    else this.#values.set(key, Array.isArray(others) ? [...others, added] : [others, added]);
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  clear(): void {
    this.#values.clear();
  }

  /** Name, value, name, value: what transports take. */
  flat(): string[] {
    const flat: string[] = [];
    for (const [name, value] of this.#values) {
      if (typeof value === 'string') flat.push(name, value);
      else for (const each of value) flat.push(name, each);
    }
    return flat;
  }
}

/** Whether a header can have that name. */
export function isHeaderName(name: string): boolean {
  return NAME.test(name);
}

function checkedName(name: string): string {
  if (!isHeaderName(name)) throw new TypeError(`no header can be named ${JSON.stringify(name)}`);
  return name.toLowerCase();
}

/** The value is not in the message: it may be a secret. */
function checkedValue(name: string, value: string): string {
  if (!VALUE.test(value))
    throw new TypeError(`the value for the header ${name} has a character it cannot have`);
  return value;
}
