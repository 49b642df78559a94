import type { Endpoint } from './serving-options.ts';

/** Why nothing can listen there, and what helps: for people. */
export function describeListenError({ host, port }: Endpoint, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const known = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const [reason, hint] = known ?? [message, undefined];
  const told = `cannot listen on ${place}: ${reason}${known === undefined ? '' : ` (${code})`}`;
  return hint === undefined ? told : `${told}\n    ${hint}`;
}

const UNKNOWN_HOST = ['no host of that name is known', 'check the name in --host'] as const;

const REASONS: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EADDRINUSE: ['the port is taken by another program', 'choose another in --host; port 0 takes a free one'],
  EACCES: [
    'this port is not ours to listen on',
    'choose one from 1024 on in --host, or give the process the right to it',
  ],
  EADDRNOTAVAIL: ['no interface of this machine has that address', 'name localhost or 0.0.0.0 in --host'],
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
};
