import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseFacts } from './parse-facts.ts';

const folder = new URL('../../fixtures/machines/', import.meta.url);
const laptop = readFileSync(new URL('uefi-laptop.json', folder), 'utf8');

function findingsOf(text: string): (string | undefined)[][] {
  return parseFacts('machine.json', text).findings.map(({ rule, pointer, message }) => [
    rule,
    pointer,
    message,
  ]);
}

function changeLaptop(change: (record: Record<string, any>) => void): string {
  const record = JSON.parse(laptop) as Record<string, any>;
  change(record);
  return JSON.stringify(record, null, 2);
}

describe('recorded facts', () => {
  it.each(readdirSync(folder))('are parsed unchanged: %s', (name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const { facts, findings } = parseFacts(name, text);
    expect(findings).toEqual([]);
    expect(facts).toEqual(JSON.parse(text));
  });

  it('of an earlier version contain no hardware and no system settings', () => {
    const text = changeLaptop((record) => {
      delete record['hardware'];
      delete record['system'];
    });
    expect(findingsOf(text)).toEqual([]);
  });

  it('cause a finding with a location for each fault', () => {
    const text = changeLaptop((record) => {
      record['version'] = 2;
      record['memory'] = -1;
      delete record['firmware'];
      record['disks'][1]['seriall'] = 'X';
      record['disks'][1]['partitions'][0]['swap'] = 'no';
      record['disks'][1]['sectorSize'] = 513;
      record['soundModules'] = 'snd';
    });
    expect(findingsOf(text).map(([, pointer]) => pointer)).toEqual(
      [
        '',
        '/version',
        '/memory',
        '/soundModules',
        '/disks/1/partitions/0/swap',
        '/disks/1/sectorSize',
        '/disks/1/seriall',
      ].toSorted((a, b) => placeOf(text, a) - placeOf(text, b)),
    );
    const { findings } = parseFacts('machine.json', text);
    expect(findings.find(({ pointer }) => pointer === '/disks/1/seriall')?.hint).toBe('did you mean serial?');
    expect(findings.every(({ file, range }) => file === 'machine.json' && range !== undefined)).toBe(true);
    expect(findings[0]?.message).toBe('missing firmware');
  });

  it('cause only one finding if the file is not a file of facts', () => {
    const { findings } = parseFacts('machine.json', '{"bootloader": "efistub", "kernels": ["linux"]}');
    expect(findings).toMatchObject([
      {
        message: 'this is a different kind of file: 2 of its 2 keys are unknown',
        expected: 'the output of writ facts',
        hint: 'it looks like a configuration, which is passed without an option',
      },
    ]);
  });

  it.each([
    ['not JSON', 'lsblk: not found'],
    ['a list', '[]'],
    ['truncated', laptop.slice(0, 400)],
    ['empty', ''],
    ['an object with the keys __proto__ and constructor', '{"__proto__": {}, "constructor": 1}'],
  ])('are rejected if the file is %s', (_what, text) => {
    const { facts, findings } = parseFacts('machine.json', text);
    expect(facts).toBeUndefined();
    expect(findings.length).toBeGreaterThan(0);
  });
});

/** The offset of the last key of a pointer. */
function placeOf(text: string, pointer: string): number {
  const key = pointer.split('/').at(-1) ?? '';
  if (key === '') return 0;
  return key === 'swap'
    ? text.indexOf('"swap": "no"')
    : text.indexOf(`"${key}"`, key === 'sectorSize' || key === 'seriall' ? text.indexOf('nvme0n1"') : 0);
}
