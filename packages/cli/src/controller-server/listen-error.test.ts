import { expect, it } from 'vitest';
import { describeListenError } from './listen-error.ts';

it.each([
  ['EADDRINUSE', 'the port is in use by another program (EADDRINUSE)\n    choose another port with --host'],
  ['EACCES', 'no permission to use this port (EACCES)\n    choose a port above 1023'],
  ['ENOTFOUND', 'unknown host name (ENOTFOUND)\n    check the name'],
  ['EAI_AGAIN', 'unknown host name (EAI_AGAIN)'],
  ['EADDRNOTAVAIL', 'no network interface on this machine has this address (EADDRNOTAVAIL)'],
  ['EOTHER', 'listen EOTHER'],
])('describeListenError explains %s', (code, text) => {
  const error = Object.assign(new Error('listen EOTHER'), { code });
  expect(describeListenError({ host: '::1', port: 80 }, error)).toContain(
    `cannot listen on [::1]:80: ${text}`,
  );
});
