import { mkdirSync, mkdtempSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { UsageError } from '../command-line/usage-error.ts';
import type { MediumHost } from './host.ts';
import { runMedium } from './run.ts';
import { labelledDisk, testDisk, testFacts } from './testing.ts';

const target = testDisk('/dev/sda', { serial: 'S1' });
const digest = 'ab'.repeat(32);
const configuration = (drive: string): string =>
  JSON.stringify({
    bootloader: 'systemd-bootctl',
    kernels: ['linux'],
    'mirror-region': {},
    '!root-password': 'y',
    harddrives: [drive],
  });

interface Situation {
  readonly line?: string;
  /** Files below the folders `medium`, `drive` and `downloads`. */
  readonly files?: Readonly<Record<string, string>>;
  /** Number of times that the drives are read before the one with the label appears. */
  readonly delay?: number;
  readonly hasNetwork?: boolean;
  readonly installStatus?: number;
  readonly init?: { readonly status: number; readonly isInstalled: boolean };
}

/** Runs the medium in a machine, and returns its status, what it did in order, and what it printed. */
async function start(situation: Situation): Promise<{ status: number; steps: string[]; printed: string }> {
  const { line = '', files = {}, delay = 0, hasNetwork = true, installStatus = 0 } = situation;
  const folder = mkdtempSync(join(tmpdir(), 'writ-medium-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const hasDrive = Object.keys(files).some((name) => name.startsWith('drive/'));
  const steps: string[] = [];
  let reads = 0;
  const shorten = (text: string): string => text.replaceAll(`${folder}/`, '');
  const host: MediumHost = {
    mediumFolder: join(folder, 'medium'),
    readKernelLine: async () => line,
    readFacts: async () =>
      testFacts(hasDrive && (reads += 1) > delay ? [target, labelledDisk('/dev/sdb', 'WRIT')] : [target]),
    mountDrive: async (device) => {
      steps.push(`mount ${device}`);
      return join(folder, 'drive');
    },
    download: async (url, sha256) => {
      steps.push(`download ${url}`);
      if (sha256 !== digest) throw new UsageError('another digest');
      return join(folder, 'downloads/config.json');
    },
    digestOf: async () => digest,
    fileExists: existsSync,
    waitForNetwork: async () => {
      steps.push('network');
      return hasNetwork;
    },
    pause: async () => void steps.push('pause'),
    install: async (argv) => {
      steps.push(`install ${shorten(argv.join(' '))}`);
      return installStatus;
    },
    agent: async (argv) => {
      steps.push(`agent ${shorten(argv.join(' '))}`);
      return 0;
    },
    init: async () => {
      steps.push('init');
      return situation.init ?? { status: 130, isInstalled: false };
    },
    end: async (ending) => void steps.push(ending),
  };
  let printed = '';
  using _stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const status = await runMedium(host);
  return { status, steps, printed: shorten(printed) };
}

it('without a configuration, the medium asks the questions of writ init', async () => {
  expect(await start({})).toMatchObject({ status: 130, steps: ['init'] });
});

it.each([
  { init: { status: 0, isInstalled: true }, steps: ['init', 'reboot'] },
  { init: { status: 0, isInstalled: false }, steps: ['init'] },
  { init: { status: 4, isInstalled: true }, steps: ['init'] },
])(
  'after the questions, the machine restarts only if a system was installed: $init',
  async ({ init, steps }) => {
    expect(await start({ line: 'writ.then=reboot', init })).toMatchObject({ status: init.status, steps });
  },
);

it('without consent on the kernel command line, the installation asks, and a shell follows', async () => {
  const files = { 'drive/config.json': configuration('/dev/sda') };
  const { status, steps, printed } = await start({ files });
  expect([status, steps]).toEqual([0, ['mount /dev/sdb', 'install drive/config.json --advanced']]);
  expect(printed).toContain('writ medium: installed; remove the medium, then run reboot\n');
});

it.each([
  ['{"!root-password": "y", "disk": "a passphrase"}', undefined],
  ['{"!root-password": "y", "custom-commands": ["a"], "hostname": "b"}', 'custom-commands, hostname'],
  ['\uFEFF{"x-writ": {}}', 'x-writ'],
])('credentials do not replace keys of a configuration with a digest: %s', async (creds, refused) => {
  const line = `writ.config=http://10.0.0.1/c.json writ.config-sha256=${digest} writ.wipe=S1`;
  const files = { 'downloads/config.json': configuration('serial=S1'), 'drive/creds.json': creds };
  const { status, steps, printed } = await start({ line, files });
  expect([status, steps.some((step) => step.startsWith('install '))]).toEqual(
    refused === undefined ? [0, true] : [3, false],
  );
  if (refused !== undefined) expect(printed).toContain(`drive/creds.json contains ${refused}`);
  // The digest of the plan includes the credentials.
  const withPlan = await start({ line: `${line} writ.plan-sha256=${digest}`, files });
  expect(withPlan.printed).not.toContain('writ.config-sha256 specifies the configuration');
});

it.each([
  [
    configuration('serial=S1').replace('linux', 'linus'),
    '{}',
    /drive\/config\.json:1:\d+: error W\d+ \S+: "linus"/,
  ],
  [configuration('serial=S1'), '{"hostname": "b",}', /drive\/creds\.json:1:17: error W\d+ \S+: .*comma/],
])('errors in a configuration are located, and nothing is installed: %#', async (config, creds, expected) => {
  for (const line of ['', 'writ.wipe=S1']) {
    const files = { 'drive/config.json': config, 'drive/creds.json': creds };
    const { status, steps, printed } = await start({ line, files });
    expect([status, steps.some((step) => step.startsWith('install '))]).toEqual([1, false]);
    expect(printed).toMatch(expected);
    expect(printed).toContain('writ medium: drive/config.json cannot be installed: 1 error');
  }
});

it('with consent, the medium waits for the drive and the network, installs and powers off', async () => {
  const files = { 'drive/config.json': configuration('serial=S1'), 'drive/creds.json': '{}' };
  const { status, steps } = await start({ line: 'writ.wipe=S1', files, delay: 2 });
  expect(status).toBe(0);
  expect(steps).toEqual([
    'pause',
    'pause',
    'network',
    'mount /dev/sdb',
    'install drive/config.json --creds drive/creds.json --advanced --yes --wipe',
    'poweroff',
  ]);
});

it('the medium installs the plan of a configuration in one of its folders, and restarts', async () => {
  const { steps } = await start({
    line: `writ.config=/one/machine.json writ.config-sha256=${digest} writ.plan-sha256=${digest} writ.then=reboot`,
    files: { 'medium/one/machine.json': configuration('serial=S1'), 'medium/one/creds.json': '{}' },
  });
  expect(steps).toEqual([
    'network',
    `install medium/one/machine.json --creds medium/one/creds.json --advanced --yes --plan-sha256 ${digest}`,
    'reboot',
  ]);
});

it('a configuration from a URL has its credentials on the drive with the label', async () => {
  const { steps } = await start({
    line: `writ.config=http://10.0.0.1/c.json writ.config-sha256=${digest} writ.wipe=S1`,
    files: { 'downloads/config.json': configuration('serial=S1'), 'drive/creds.json': '{}' },
  });
  expect(steps).toEqual([
    'network',
    'mount /dev/sdb',
    'download http://10.0.0.1/c.json',
    'install downloads/config.json --creds drive/creds.json --advanced --yes --wipe',
    'poweroff',
  ]);
});

it('after a failure, the machine stays on, and the command that continues is printed', async () => {
  const files = { 'drive/config.json': configuration('serial=S1') };
  const { status, steps, printed } = await start({ line: 'writ.wipe=S1', files, installStatus: 4 });
  expect(status).toBe(4);
  expect(steps.at(-1)).toMatch(/^install /);
  expect(printed).toContain(
    'not installed, status 4; to continue: writ install drive/config.json --advanced --resume\n',
  );
});

it('a missing network is reported, and the installation reports its consequences', async () => {
  const files = { 'drive/config.json': configuration('serial=S1') };
  const { status, steps, printed } = await start({
    line: 'writ.wipe=S1',
    files,
    hasNetwork: false,
    installStatus: 3,
  });
  expect(status).toBe(3);
  expect(steps.at(-1)).toMatch(/^install /);
  expect(printed).toContain('no wired network has an address yet: connect a cable to a network with DHCP');
  expect(printed).toContain(
    'not installed, status 3; to try again: writ install drive/config.json --advanced\n',
  );
});

it.each<{ why: string; situation: Situation; printed: string }>([
  { why: 'a setting is misspelt', situation: { line: 'writ.wpie=S1' }, printed: 'did you mean writ.wipe?' },
  {
    why: 'the expected drive does not appear',
    situation: { line: 'writ.wipe=S1' },
    printed: 'there is no configuration: connect a drive with the label WRIT',
  },
  {
    why: 'the drive has no configuration',
    situation: { files: { 'drive/readme': '' } },
    printed: '/dev/sdb has the label WRIT, but no file config.json',
  },
  {
    why: 'the medium has no such file',
    situation: { line: 'writ.config=/other.json', files: { 'medium/config.json': '{}' } },
    printed: 'the medium has no file /other.json: correct writ.config',
  },
  {
    why: 'the file has another digest',
    situation: {
      line: `writ.config=/config.json writ.config-sha256=${'cd'.repeat(32)}`,
      files: { 'medium/config.json': '{}' },
    },
    printed: `has the SHA-256 digest ${digest}, not the one in writ.config-sha256`,
  },
  {
    why: 'the downloaded file has another digest',
    situation: { line: `writ.config=http://10.0.0.1/ writ.config-sha256=${'cd'.repeat(32)}` },
    printed: 'another digest',
  },
  {
    why: 'the drive is named by a path',
    situation: { line: 'writ.wipe=S1', files: { 'drive/config.json': configuration('/dev/sda') } },
    printed: 'in "harddrives", write "serial=S1"',
  },
  {
    why: 'the credentials replace the drive',
    situation: {
      line: 'writ.wipe=S1',
      files: {
        'drive/config.json': configuration('serial=S1'),
        'drive/creds.json': '{"harddrives": ["/dev/sda"]}',
      },
    },
    printed: 'in "harddrives", write "serial=S1"',
  },
])('nothing is installed, and no question is asked, if $why', async ({ situation, printed }) => {
  const result = await start(situation);
  expect(result.status).toBe(3);
  expect(result.steps.filter((step) => /^(install|init|poweroff|reboot)/.test(step))).toEqual([]);
  expect(result.printed).toContain(printed);
  expect(result.printed).toContain('writ medium: nothing was written; ');
});

const service = 'writ.server=https://writ.example:7878';

it.each([
  ['medium/agent', []],
  ['drive', ['mount /dev/sdb']],
])('with writ.server=, the medium runs the agent with the token in %s', async (folder, mounts) => {
  const files = { [`${folder}/token`]: 'a-token' };
  const agent = `agent --server https://writ.example:7878 --token-file ${folder}/token`;
  expect(await start({ line: service, files })).toMatchObject({
    status: 0,
    steps: [...mounts, 'network', agent],
  });
  expect(await start({ line: service, files: { ...files, [`${folder}/ca.pem`]: 'PEM' } })).toMatchObject({
    steps: [...mounts, 'network', `${agent} --ca-file ${folder}/ca.pem`],
  });
});

it('with writ.server=, the medium refuses to start without a token', async () => {
  const { status, steps, printed } = await start({ line: service, files: { 'drive/config.json': '{}' } });
  expect([status, steps]).toEqual([3, ['mount /dev/sdb']]);
  expect(printed).toContain('/dev/sdb has the label WRIT, but no file token');
  const none = await start({ line: service });
  expect(none.status).toBe(3);
  expect(none.printed).toContain('there is no token: connect a drive with the label WRIT and the file token');
});
