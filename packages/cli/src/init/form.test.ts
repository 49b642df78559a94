import { readFileSync } from 'node:fs';
import { configurationChoices, type Disk, type Facts } from '@writ/installer';
import { describe, expect, it } from 'vitest';
import { Form } from './form.ts';
import type { Json, JsonObject } from './json.ts';
import { questions } from './questions/all.ts';
import { encrypt, swap } from './questions/storage.ts';

const choices = configurationChoices();
const laptop = JSON.parse(
  readFileSync(new URL('../../../installer/fixtures/machines/uefi-laptop.json', import.meta.url), 'utf8'),
) as Facts;
const [, disk] = laptop.disks as readonly [Disk, Disk];
const emptyDisk: Disk = { ...omitTable(disk), path: '/dev/sdb', serial: 'EMPTY', partitions: [] };

function omitTable({ table: _table, ...rest }: Disk): Disk {
  return rest;
}

function createForm(facts: Facts = laptop, value: JsonObject = {}): Form {
  return new Form({ file: 'config.json', text: `${JSON.stringify(value)}\n`, value }, facts, choices);
}

function suggest(id: string, form: Form): Json | undefined {
  return questions.find((question) => question.id === id)?.suggest(form.situation);
}

describe('the suggested answers', () => {
  it('depend on the machine', () => {
    const form = createForm({
      ...laptop,
      system: { timezone: 'Europe/Berlin', keyboard: 'de', language: 'de_DE.UTF-8' },
    });
    expect(
      ['where', 'start', 'keyboard', 'language', 'timezone', 'bootloader'].map((id) => suggest(id, form)),
    ).toEqual(['machine', 'desktop', 'de', 'de_DE', 'Europe/Berlin', 'systemd-bootctl']);
    form.answers.set('start', 'desktop');
    expect(suggest('profile', form)).toMatchObject({ gfx_driver: 'Intel (open-source)' });
    expect(suggest('also', form)).toMatchObject({ bluetooth: true });
  });

  it('contain the network card of a server', () => {
    const form = createForm();
    form.answers.set('start', 'server');
    expect(suggest('network', form)).toEqual({ type: 'manual', nics: [{ iface: 'enp0s31f6', dhcp: true }] });
    form.answers.set('where', 'disk.img');
    expect(suggest('network', form)).toEqual({ type: 'nm' });
  });

  it('contain the server profile for a machine without graphics, and GRUB for BIOS', () => {
    const hardware = { ...laptop.hardware!, graphics: [] };
    const form = createForm({ ...laptop, hardware, firmware: 'bios' });
    expect([suggest('start', form), suggest('bootloader', form)]).toEqual(['server', 'grub-install']);
  });

  it.each([
    ['the only empty disk', [disk, emptyDisk], [], 'serial=EMPTY'],
    ['no disk with content', [disk], [], undefined],
    ['none of several empty disks', [emptyDisk, { ...emptyDisk, serial: 'TWO' }], [], undefined],
    [
      'no disk whose content is unknown',
      [emptyDisk],
      ['the content of /dev/sdb, which cannot be read'],
      undefined,
    ],
    ['no disk in use', [{ ...emptyDisk, swap: true }], [], undefined],
  ])('contain %s', (_name, disks, unseen, expected) => {
    expect(suggest('disk', createForm({ ...laptop, disks, unseen }))).toBe(expected);
  });
});

describe('an answer', () => {
  it('is rejected if the check of the configuration rejects its value', () => {
    const form = createForm();
    const hostname = questions.find(({ id }) => id === 'hostname')!;
    expect(form.refusal(hostname, 'work_shop')).toContain('write "work-shop"');
    expect(form.refusal(hostname, 'workshop')).toBeUndefined();
  });

  it('that no longer applies has no effect', () => {
    const form = createForm();
    form.answers.set('where', 'machine').set('disk', 'serial=EMPTY');
    expect(form.draft().config.text).toContain('serial=EMPTY');
    form.answers.set('where', 'disk.img');
    expect(form.draft().config.text).not.toContain('serial=EMPTY');
  });

  it('renames an account with its settings', () => {
    const form = createForm(laptop, {
      '!users': [{ username: 'ada', '!password': 'x', sudo: true, 'x-note': 1 }, { username: 'bob' }],
      'x-writ': { accounts: { ada: { shell: '/bin/zsh' } } },
    });
    form.answers.set('account', { name: 'eve', administrator: false });
    expect(JSON.parse(form.draft().config.text)).toEqual({
      '!users': [{ username: 'eve', '!password': 'x', sudo: false, 'x-note': 1 }, { username: 'bob' }],
      'x-writ': { accounts: { eve: { shell: '/bin/zsh' } } },
    });
  });
});

it('the answer about encryption does not contain a passphrase in the file itself, which remains', () => {
  const luks = { '!passphrase': 'canary horse' };
  const value = { hostname: 'one', 'x-writ': { disk: { luks } } };
  const form = createForm(laptop, value);
  const answer = form.writtenAnswer(encrypt);
  expect(answer).toBe(true);
  form.answers.set('encrypt', true).set('file-system', 'btrfs');
  expect(JSON.parse(form.draft().config.text)).toMatchObject({ 'x-writ': { disk: { luks } } });
});

describe('the answer about swap space', () => {
  const edit = (answer: Json, value: JsonObject): unknown => {
    const form = createForm(laptop, { hostname: 'one', ...value });
    form.answers.set('swap', answer);
    return (JSON.parse(form.draft().config.text) as JsonObject)['x-writ'];
  };
  const file = { kind: 'file', size: '4GiB' };

  it('is accepted with the size of a file', () => {
    const form = createForm();
    expect(form.refusal(swap, file)).toBeUndefined();
    expect(form.refusal(swap, { kind: 'file' })).toContain('the swap file has no size');
    expect(swap.isAnswer({ ...file, sise: '4GiB' })).toBe(false);
  });

  it('replaces the kind and the size of a configuration', () => {
    expect(edit(file, {})).toEqual({ swap: file });
    expect(edit('zram', { 'x-writ': { swap: file } })).toEqual({ swap: { kind: 'zram' } });
    expect(edit('none', { 'x-writ': { swap: file } })).toBeUndefined();
    expect(swap.read({ 'x-writ': { swap: file } })).toEqual(file);
    expect([swap.read({ 'x-writ': { swap: { kind: 'zram' } } }), swap.read({})]).toEqual(['zram', 'none']);
  });
});
