import { readFileSync } from 'node:fs';
import { configurationChoices, type Facts } from '@writ/installer';
import { describe, expect, it } from 'vitest';
import { applyAnswers } from './answers.ts';
import { Form } from './form.ts';
import type { JsonObject } from './json.ts';
import { questions } from './questions/all.ts';

const laptop = JSON.parse(
  readFileSync(new URL('../../../installer/fixtures/machines/uefi-laptop.json', import.meta.url), 'utf8'),
) as Facts;
const choices = configurationChoices();

const answers = {
  where: 'disk.img',
  start: 'minimal',
  keyboard: 'us',
  language: 'en_US',
  timezone: 'UTC',
  swap: 'none',
  hostname: 'box',
  account: { name: 'ada', password: { $secret: 'ada' }, administrator: true },
  network: { type: 'nm' },
  also: { packages: [] },
};

const minimal = {
  bootloader: 'systemd-bootctl',
  kernels: ['linux'],
  'mirror-region': {},
  '!root-password': { $secret: 'root' },
};

/** Applies answers to a new configuration, or to a value. */
function apply(text: string | object, value: JsonObject = {}): { problems: readonly string[]; form: Form } {
  const form = new Form({ file: 'box.json', text: `${JSON.stringify(value)}\n`, value }, laptop, choices);
  const input = { file: 'answers.json', text: typeof text === 'string' ? text : JSON.stringify(text) };
  return { problems: applyAnswers(form, input), form };
}

describe('an answers file', () => {
  it('answers the questions, and accepts the suggestions for those under "more settings"', () => {
    const { problems, form } = apply(answers);
    expect(problems).toEqual([]);
    expect(JSON.parse(form.draft().config.text)).toMatchObject({
      harddrives: ['disk.img'],
      hostname: 'box',
      bootloader: 'systemd-bootctl',
      kernels: ['linux'],
    });
  });

  it.each<[string, string, readonly string[]]>([
    [
      'not valid JSON',
      '{\n "hostname": }',
      ['answers.json:2:13: the key "hostname" has no value; add its value, or remove the key'],
    ],
    [
      'followed by a comment',
      '{} // none',
      ['answers.json:1:4: comments are not allowed in JSON; remove it'],
    ],
    ['a list', '[]', ['answers.json:1:1: the answers must be an object with an answer for each question']],
    ['empty', '', ['answers.json:1:1: the answers must be an object with an answer for each question']],
  ])('is rejected with the location of the error if it is %s', (_name, text, problems) => {
    expect(apply(text).problems).toEqual(problems);
  });

  it('chooses a prepared folder, whose file systems exist', () => {
    const { problems, form } = apply({ ...answers, where: '/mnt' });
    expect(problems).toEqual([]);
    const config = JSON.parse(form.draft().config.text) as JsonObject;
    expect(config).toMatchObject({ 'x-writ': { disk: { layout: 'mounted' } } });
    expect(config).not.toHaveProperty('harddrives');
    const others = { disk: '/dev/sda', use: 'all', 'file-system': 'ext4', encrypt: false };
    for (const [id, answer] of Object.entries(others))
      expect(apply({ ...answers, where: '/mnt', [id]: answer }).problems).toEqual([
        expect.stringContaining(`the question "${id}" does not apply here`),
      ]);
    const swap = { kind: 'file', size: '1GiB' };
    expect(apply({ ...answers, where: '/mnt', swap }).problems).toEqual([
      expect.stringContaining('Writ creates no swap space on the disk in a prepared folder'),
    ]);
  });

  it('changes a prepared folder to a disk, and a disk to a prepared folder', () => {
    const mounted = { ...minimal, 'x-writ': { disk: { layout: 'mounted' } } };
    const disk = { where: 'machine', disk: '/dev/nvme0n1', use: 'all' };
    expect(JSON.parse(apply(disk, mounted).form.draft().config.text)).toEqual({
      ...minimal,
      harddrives: ['/dev/nvme0n1'],
    });
    const encrypted = {
      ...minimal,
      harddrives: ['/dev/nvme0n1'],
      'x-writ': { disk: { luks: { '!passphrase': { $secret: 'disk' } } } },
    };
    expect(JSON.parse(apply({ where: '/mnt' }, encrypted).form.draft().config.text)).toEqual(mounted);
    // The same answer changes nothing.
    const { form } = apply({ where: '/mnt' }, mounted);
    expect(form.draft().config.text).toBe(`${JSON.stringify(mounted)}\n`);
  });

  it('answers every question, and uses secrets only by their names', () => {
    const all = {
      ...answers,
      start: 'desktop',
      'file-system': { kind: 'btrfs', snapshots: 'snapper' },
      encrypt: { passphrase: { $secret: 'disk' } },
      profile: { main: 'desktop', desktops: ['niri'] },
      also: { printing: true, power: 'tuned', firewall: 'firewalld', packages: ['git'] },
      kernels: ['linux-lts'],
      bootloader: 'efistub',
      uki: true,
      ntp: false,
      audio: 'none',
      mirrors: 'Germany',
      repositories: 'multilib',
      commands: ['true'],
    };
    const unused = new Set(['disk', 'use']);
    expect(new Set([...Object.keys(all), ...unused])).toEqual(new Set(questions.map(({ id }) => id)));
    const { problems, form } = apply(all);
    expect(problems).toEqual([]);
    expect(JSON.parse(form.draft().config.text)).toMatchObject({
      kernels: ['linux-lts'],
      'x-writ': {
        desktops: ['niri'],
        disk: {
          'file-system': 'btrfs',
          btrfs: { snapshots: 'snapper' },
          luks: { '!passphrase': { $secret: 'disk' } },
        },
        features: { printing: true, power: 'tuned', firewall: 'firewalld' },
      },
    });
  });

  it.each([
    ['encrypt', { passphrase: 'canary' }],
    ['encrypt', true],
    ['account', { name: 'ada', password: 'canary' }],
  ])('is rejected if the answer %s contains a secret, or lacks its name: %j', (id, answer) => {
    const { problems } = apply({ ...answers, [id]: answer });
    expect(problems).toEqual([expect.stringContaining(`invalid answer "${id}"`)]);
    expect(problems.join()).not.toContain('canary');
  });

  it.each([
    'beside',
    [
      { kind: 'efi', size: '1GiB' },
      { kind: 'root', size: 'rest' },
    ],
  ])('chooses the use of a disk: %j', (use) => {
    const disk = `serial=${laptop.disks[1]?.serial}`;
    const { problems, form } = apply({ ...answers, where: 'machine', disk, use });
    expect(problems).toEqual([]);
    expect(JSON.parse(form.draft().config.text)).toMatchObject({
      'x-writ': { disk: { layout: 'partitions' } },
    });
  });

  it('is rejected at the answer whose list of partitions is invalid', () => {
    const disk = `serial=${laptop.disks[1]?.serial}`;
    const use = [{ kind: 'root', size: 'rest' }];
    expect(apply({ ...answers, where: 'machine', disk, use }).problems).toEqual([
      expect.stringMatching(/^answers\.json:1:\d+: .*requires an EFI system partition/),
    ]);
  });

  it('is rejected if it contains an answer twice', () => {
    const text = JSON.stringify(answers).replace('{', '{"hostname":"one",');
    expect(apply(text).problems).toEqual([
      expect.stringMatching(/^answers\.json:1:\d+: the answer "hostname" occurs twice$/),
    ]);
  });

  it('is rejected if the question of an answer does not apply', () => {
    expect(apply({ ...answers, disk: 'serial=EMPTY' }).problems).toEqual([
      expect.stringMatching(/^answers\.json:1:\d+: the question "disk" does not apply here$/),
    ]);
  });

  it('leaves the other settings of an edited configuration unchanged', () => {
    const config = {
      bootloader: 'efistub',
      kernels: ['linux'],
      'mirror-region': {},
      harddrives: ['disk.img'],
      '!root-password': { $secret: 'root' },
    };
    const { problems, form } = apply({ hostname: 'two' }, config);
    expect(problems).toEqual([]);
    expect(JSON.parse(form.draft().config.text)).toEqual({ ...config, hostname: 'two' });
  });

  it('is rejected if the edited configuration is invalid for another reason', () => {
    expect(apply({ hostname: 'two' }, { kernels: ['linux'], hostname: 'one' }).problems).toEqual([
      expect.stringMatching(/^box\.json: .*bootloader/),
    ]);
  });
});
