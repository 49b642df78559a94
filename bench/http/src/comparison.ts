import { execFileSync } from 'node:child_process';
import { CASES, INVALID_REQUESTS, type Case } from './cases.ts';
import { sendRequest } from './load.ts';

/**
 * Pins this process to a processor that the servers do not use. Returns false without `taskset` or a second processor.
 */
export function pinProcess(): boolean {
  try {
    execFileSync('taskset', ['-cp', '1', String(process.pid)], { stdio: 'ignore' });
    execFileSync('taskset', ['-cp', '0', String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A server under comparison. */
export interface ComparedServer {
  readonly name: string;
  readonly port: number;
}

/** Checks the responses of a server. @throws Error if the server does less work than the others */
export async function assertComparable({ name, port }: ComparedServer): Promise<void> {
  for (const each of CASES) await assertAnswers({ name, port }, each);
  for (const request of INVALID_REQUESTS) {
    const { status } = await sendRequest(port, request);
    if (status !== 400) throw new Error(`${name} answers ${JSON.stringify(request)} with ${status}`);
  }
}

/** Checks the response to one case. @throws Error for another response */
export async function assertAnswers(
  { name, port }: ComparedServer,
  { request, status, type, body }: Case,
): Promise<void> {
  const got = await sendRequest(port, request);
  if (got.status !== status || got.type !== type || got.body !== body) {
    throw new Error(`${name} answers ${JSON.stringify(request)} with ${JSON.stringify(got)}`);
  }
}
