import { describe, expect, it } from 'vitest';
import { parseDelay, selectNetworks } from './network-options.ts';
import { assertPrograms } from './programs.ts';
import { parsePackages } from './parse-packages.ts';
import { replaceResults } from './results.ts';

describe('the options', () => {
  it('accept a delay only in milliseconds', () => {
    expect(parseDelay('20ms')).toBe(20);
    expect(parseDelay('0')).toBe(0);
    expect(() => parseDelay('1s')).toThrow('--delay=1s: write milliseconds, such as 20ms');
  });

  it('add a second network to the local mirror if they change the network', () => {
    expect(selectNetworks(0, false).map(({ name }) => name)).toEqual(['local mirror']);
    expect(selectNetworks(20, true).map(({ name }) => name)).toEqual([
      'local mirror',
      '20 ms delay, dead mirror',
    ]);
  });
});

it('the benchmark refuses to run without root', () => {
  expect(() => assertPrograms(['floor'], 1000)).toThrow('must run as root');
});

it('parsePackages reads names and paths, and ignores messages', () => {
  const printed = [':: There are 2', 'base file:///m/core/os/x86_64/base-1-1-x86_64.pkg.tar.zst', ''].join(
    '\n',
  );
  expect(parsePackages(printed, '/m')).toEqual([
    { name: 'base', path: 'core/os/x86_64/base-1-1-x86_64.pkg.tar.zst' },
  ]);
});

describe('replaceResults', () => {
  const page = '# Title\n\n### Set small\n\nold\n\n### Set large\n\nlarge\n\n## More\n\ntext\n';

  it('replaces only the section of the set', () => {
    const replaced = replaceResults(page, 'small', 'new');
    expect(replaced).toBe(page.replace('old', 'new'));
    expect(replaceResults(replaced, 'large', 'other')).toBe(
      page.replace('old', 'new').replace('\nlarge\n', '\nother\n'),
    );
  });

  it('adds a section at the end', () => {
    expect(replaceResults('# Title\n', 'full', 'new')).toBe('# Title\n\n### Set full\n\nnew\n');
  });
});
