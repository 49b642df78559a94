import { describe, expect, it } from 'vitest';
import { parseKernelLine } from './kernel-line.ts';

const digest = 'ab'.repeat(32);

it.each([
  ['', { wipe: [] }],
  ['BOOT_IMAGE=/boot/kernel console=tty0 quiet', { wipe: [] }],
  ['writ.config=/machines/one.json quiet\n', { wipe: [], config: '/machines/one.json' }],
  [
    `writ.config=http://10.0.0.1/one.json writ.config-sha256=${digest.toUpperCase()}`,
    { wipe: [], config: 'http://10.0.0.1/one.json', configSha256: digest },
  ],
  [`writ.plan-sha256=${digest} writ.then=reboot`, { wipe: [], planSha256: digest, ending: 'reboot' }],
  ['writ.wipe=S1 writ.wipe=S2 writ.then=poweroff', { wipe: ['S1', 'S2'], ending: 'poweroff' }],
  ['writ.wipe="WD 12" "writ.wipe=WD 34"', { wipe: ['WD 12', 'WD 34'] }],
])('the kernel command line %j has the settings %j', (line, settings) => {
  expect(parseKernelLine(line)).toEqual({ settings, problems: [] });
});

it.each([
  ['writ.wpie=S1', 'writ.wpie is not a setting; did you mean writ.wipe?'],
  ['writ.wipe', 'writ.wipe has no value'],
  ['writ.wipe=', 'writ.wipe has no value'],
  ['writ.then=halt', 'writ.then is not an ending: write poweroff or reboot'],
  ['writ.then=reboot writ.then=reboot', 'writ.then occurs twice: write it once'],
  ['writ.plan-sha256=abc', 'writ.plan-sha256 is not a SHA-256 digest: write its 64 hexadecimal digits'],
  [
    'writ.config=machine.json',
    'writ.config is neither a URL nor a path on the medium: write a path such as /config.json',
  ],
  [
    'writ.config=/../etc/shadow',
    'writ.config is neither a URL nor a path on the medium: write a path such as /config.json',
  ],
  [
    `writ.config=ftp://10.0.0.1/c.json writ.config-sha256=${digest}`,
    'writ.config cannot be read with ftp: write an http or https URL',
  ],
  [
    'writ.config=https://config.example/c.json',
    'a configuration from a URL must be verified: add writ.config-sha256= with its SHA-256 digest',
  ],
])('the kernel command line %j is refused: %s', (line, problem) => {
  expect(parseKernelLine(line).problems).toEqual([problem]);
});

it.each([
  'writ.token=hidden-5f3a',
  'writ.root-password=hidden-5f3a',
  `writ.config=https://ada:hidden-5f3a@config.example/c.json writ.config-sha256=${digest}`,
  `writ.config=http://config.example/c.json?token=hidden-5f3a writ.config-sha256=${digest}`,
])('the kernel command line %s is refused without repeating the secret', (line) => {
  const { problems, settings } = parseKernelLine(line);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/secret/);
  expect(JSON.stringify([problems, settings])).not.toContain('hidden');
});

describe('writ.server', () => {
  it('is the address of a service', () => {
    const { settings, problems } = parseKernelLine('quiet writ.server=https://writ.example:7878');
    expect([settings.server, problems]).toEqual(['https://writ.example:7878', []]);
  });

  it.each([
    'http://writ.example',
    'https://me:canary@writ.example',
    'https://writ.example/a',
    'writ.example',
  ])('must not be %s, which is not quoted', (server) => {
    expect(parseKernelLine(`writ.server=${server}`).problems).toEqual([
      'writ.server is not the address of a service: write an https address without a login and a path',
    ]);
  });

  it('cannot be combined with settings of an installation without a service', () => {
    expect(parseKernelLine('writ.server=https://writ.example writ.wipe=S1').problems).toEqual([
      'writ.server cannot be combined with writ.wipe: the administrator of the service decides what is installed',
    ]);
  });
});
