/** A stream that two servers may split into different requests. */
export interface SmugglingCase {
  readonly name: string;
  /** How it deceives a server that accepts it, or why it has one meaning. */
  readonly reason: string;
  /** A character is a byte. */
  readonly bytes: string;
  /** Targets of the requests that a server recognizes as complete. */
  readonly targets: readonly string[];
  /** Status of the refusal of the rest; undefined if the whole stream is accepted. */
  readonly refusal: number | undefined;
}

export const INNER: string = 'GET /inner HTTP/1.1\r\nHost: a\r\n\r\n';
/** To a server that uses the chunks, the inner request is a second one. */
export const CHUNKS: string = `0\r\n\r\n${INNER}`;
const BOTH = ['/outer', '/inner'];
export const OUTER: readonly string[] = ['/outer'];
const NONE: string[] = [];

export function post(lines: string, body: string): string {
  return `POST /outer HTTP/1.1\r\nHost: a\r\n${lines}\r\n${body}`;
}

export function get(line: string, lines = 'Host: a\r\n'): string {
  return `${line}\r\n${lines}\r\n${INNER}`;
}

export function refused(
  reason: string,
  cases: Readonly<Record<string, string>>,
  status = 400,
): SmugglingCase[] {
  return list(reason, cases, NONE, status);
}

/** The first request is valid, and what follows is not. */
export function refusedAfter(reason: string, cases: Readonly<Record<string, string>>): SmugglingCase[] {
  return list(reason, cases, OUTER, 400);
}

export function accepted(
  reason: string,
  cases: Readonly<Record<string, string>>,
  targets: readonly string[] = BOTH,
): SmugglingCase[] {
  return list(reason, cases, targets, undefined);
}

function list(
  reason: string,
  cases: Readonly<Record<string, string>>,
  targets: readonly string[],
  refusal: number | undefined,
): SmugglingCase[] {
  return Object.entries(cases).map(([name, bytes]) => ({ name, reason, bytes, targets, refusal }));
}

/** The cases with their values changed into streams. */
export function mapValues(
  cases: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(cases).map(([name, value]) => [name, change(value)]));
}
