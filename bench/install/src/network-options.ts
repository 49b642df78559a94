/** The conditions under which the mirror is reached. */
export interface Network {
  readonly name: string;
  /** Milliseconds before each response. */
  readonly delay: number;
  /** True if three mirrors are configured, and the first one refuses connections. */
  readonly dead: boolean;
}

const localNetwork: Network = { name: 'local mirror', delay: 0, dead: false };

/** Returns the local mirror and, if the options change it, a second network with these options. */
export function selectNetworks(delay: number, dead: boolean): Network[] {
  if (delay === 0 && !dead) return [localNetwork];
  const name = [delay > 0 ? `${delay} ms delay` : '', dead ? 'dead mirror' : ''].filter(Boolean).join(', ');
  return [localNetwork, { name, delay, dead }];
}

/** Reads a duration such as `20ms`. @throws Error for anything else */
export function parseDelay(text: string): number {
  const found = /^(\d{1,5})(?:ms)?$/.exec(text)?.[1];
  if (found === undefined) throw new Error(`--delay=${text}: write milliseconds, such as 20ms`);
  return Number(found);
}
