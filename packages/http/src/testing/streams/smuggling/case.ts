/** A stream that two servers could split into different requests. */
export interface SmugglingCase {
  readonly name: string;
  /** The way in which the stream deceives a server that accepts it, or the reason why it is unambiguous. */
  readonly reason: string;
  /** The stream. Each character is a byte. */
  readonly bytes: string;
  /** Targets of the requests that a server must recognize as complete. */
  readonly targets: readonly string[];
  /** Status with which the rest must be rejected, or undefined if the whole stream must be accepted. */
  readonly refusal: number | undefined;
}

export const INNER: string = 'GET /inner HTTP/1.1\r\nHost: a\r\n\r\n';
/** An empty chunked body, followed by the inner request. */
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

/** Creates cases with a valid first request that is followed by invalid bytes. */
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

/** Applies a function to the stream of each case. */
export function mapValues(
  cases: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(cases).map(([name, value]) => [name, change(value)]));
}
