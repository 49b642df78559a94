import { describe, expect, it } from 'vitest';
import { readArguments } from '../command-line/read-arguments.ts';
import { agentCommand } from './command.ts';
import { readSettings, type AgentSettings } from './settings.ts';

const read = (...argv: string[]): AgentSettings => readSettings(readArguments(agentCommand, argv).values);

describe('the settings of writ agent', () => {
  it('are read from options', () => {
    const argv = [
      '--server',
      'https://writ.example:7878',
      '--token-file',
      '-',
      '--label',
      'rack=3',
      '--label=site=',
    ];
    expect(read(...argv, '--ca-file=ca.pem')).toEqual({
      server: new URL('https://writ.example:7878'),
      tokenFile: '-',
      caFile: 'ca.pem',
      labels: { rack: '3', site: '' },
      stateFolder: '/run/writ/agent',
    });
  });

  it.each(['http://127.0.0.1:7878', 'http://localhost', 'http://[::1]:80'])(
    'allow the address %s of this machine',
    (url) => {
      expect(read('--server', url).server.href).toBe(`${url}/`.replace(':80/', '/'));
    },
  );

  it.each([
    [[], 'missing --server'],
    [['--server', 'http://writ.example'], 'use https, because the service sends secrets'],
    [['--server', 'https://me:canary@writ.example'], 'without a login and a path'],
    [['--server', 'https://writ.example/a'], 'without a login and a path'],
    [['--server', 'writ.example'], 'invalid --server'],
    [['--server', 'https://a', '--label', 'x'], 'invalid --label "x"'],
    [['--server', 'https://a', '--label', 'x=1', '--label', 'x=2'], 'the label x is passed twice'],
  ])('reject %j', (argv, message) => {
    expect(() => read(...argv)).toThrow(message);
    expect(() => read(...argv)).not.toThrow('canary');
  });
});
