import { expect, it } from 'vitest';
import { describeListenError } from './listen-error.ts';

it.each([
  ['EADDRINUSE', 'the port is taken by another program (EADDRINUSE)\n    choose another in --host'],
  ['EACCES', 'this port is not ours to listen on (EACCES)\n    choose one from 1024 on'],
  ['ENOTFOUND', 'no host of that name is known (ENOTFOUND)\n    check the name'],
  ['EAI_AGAIN', 'no host of that name is known (EAI_AGAIN)'],
  ['EADDRNOTAVAIL', 'no interface of this machine has that address (EADDRNOTAVAIL)'],
  ['EOTHER', 'listen EOTHER'],
])('explains %s', (code, text) => {
  const error = Object.assign(new Error('listen EOTHER'), { code });
  expect(describeListenError({ host: '::1', port: 80 }, error)).toContain(
    `cannot listen on [::1]:80: ${text}`,
  );
});
