import { describe, expect, it } from 'vitest';
import { checkRows, summarizeFindings, templateOf } from './testing.ts';

const network = (ip: string, gateway?: string): object => ({
  type: 'manual',
  nics: [{ iface: 'eth0', dhcp: false, ip, ...(gateway !== undefined && { gateway, dns: [gateway] }) }],
});

describe('two rows with the same', () => {
  it.each<[string, object, string, [string, string], string]>([
    ['host name', { hostname: '{{hostname}}' }, 'hostname', ['web-01', 'WEB-01'], '"WEB-01"'],
    [
      'address',
      { network_config: network('{{address}}') },
      'address',
      ['fd00::1/64', 'fd00:0::1/64'],
      '"fd00:0::1/64"',
    ],
    [
      'hardware address',
      { 'custom-commands': ['echo "$WRIT_VAR_CARD"'] },
      'card',
      ['52:54:00:12:34:ab', '52:54:00:12:34:AB'],
      '"52:54:00:12:34:AB"',
    ],
    [
      'IP address',
      { network_config: network('{{gateway}}/24') },
      'gateway',
      ['10.0.0.2', '10.0.0.2'],
      '"10.0.0.2"',
    ],
  ])('%s are reported, with both rows', (_name, configuration, column, [first, second], shown) => {
    const template = templateOf(configuration, column as 'hostname');
    const { findings, rows } = checkRows(template, `${column}\n${first}\n${second}\n`);
    expect(findings).toMatchObject([
      {
        code: 'W2412',
        severity: 'warning',
        file: 'hosts',
        range: { start: { line: 3 } },
        message: `row 2, column "${column}": ${shown} is also the value of row 1`,
        related: [{ message: 'row 1', file: 'hosts', range: { start: { line: 2 } } }],
      },
    ]);
    expect(rows.map(({ valid }) => valid)).toEqual([true, true]);
  });

  it('serial number of a disk are reported', () => {
    const template = templateOf(
      { harddrives: ['serial={{note}}'], 'x-writ': { disk: { 'file-system': 'xfs' } } },
      'note',
    );
    expect(summarizeFindings(checkRows(template, 'note\nA1\nB1\nA1\n'))).toEqual([
      'W2412 hosts:4: row 3, "serial=A1" in harddrives is also a disk of row 1',
    ]);
    const path = templateOf({ harddrives: ['/dev/{{note}}'] }, 'note');
    expect(checkRows(path, 'note\nsda\nsda\n').findings).toEqual([]);
  });

  it('gateway, name server or text are not reported', () => {
    const template = templateOf(
      { network_config: network('{{address}}', '{{gateway}}'), hostname: 'a-{{note}}' },
      'address',
      'gateway',
      'note',
    );
    const table = 'address,gateway,note\n10.0.0.2/24,10.0.0.1,b\n10.0.0.3/24,10.0.0.1,b\n';
    expect(checkRows(template, table).findings).toEqual([]);
  });
});

it('repeated values are errors if warnings are', () => {
  const template = templateOf({ hostname: '{{hostname}}' }, 'hostname');
  const { findings } = checkRows(template, 'hostname\na\na\n', { strict: true });
  expect(findings).toMatchObject([{ code: 'W2412', severity: 'error' }]);
});
