import type { Endpoint } from './serving-options.ts';

/** Describes why the server cannot listen, with a hint. */
export function describeListenError({ host, port }: Endpoint, error: unknown): string {
  // The cause is Node's error, whose message contains no hint.
  const { code = '', message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  const known = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const [reason, hint] = known ?? [message, undefined];
  const text = `cannot listen on ${place}: ${reason}${known === undefined ? '' : ` (${code})`}`;
  return hint === undefined ? text : `${text}\n    ${hint}`;
}

const UNKNOWN_HOST = ['unknown host name', 'check the name in --host'] as const;

const REASONS: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EADDRINUSE: [
    'the port is in use by another program',
    'choose another port with --host; port 0 selects a free one',
  ],
  EACCES: [
    'no permission to use this port',
    'choose a port above 1023 with --host, or grant the process the permission',
  ],
  EADDRNOTAVAIL: [
    'no network interface on this machine has this address',
    'use localhost or 0.0.0.0 in --host',
  ],
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
};
