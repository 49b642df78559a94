import { expect, it } from 'vitest';
import { CONFIG_RULES } from '../src/config/finding-codes.ts';
import { knownKeys } from '../src/config/schema-view.ts';
import { foundFaults } from './guide/faults.ts';
import { foundLater } from './guide/found-later.ts';
import { setValueAt } from './guide/place.ts';

const faults = foundFaults();

it('for each finding of a check, there is a faulty configuration that causes it', () => {
  const caused = new Set(faults.map(({ finding }) => finding.rule));
  // The number of other findings causes this finding, not a key.
  const limitRule = 'too-many-findings';
  const uncaused = Object.entries(CONFIG_RULES).flatMap(([rule, { code }]) =>
    caused.has(rule) || rule === limitRule ? [] : [`${code} ${rule}`],
  );
  expect(uncaused).toEqual([]);
});

it('findings of plans and installations are assigned to existing keys', () => {
  const names = new Set(knownKeys().map(({ path }) => path.join('.')));
  expect(Object.keys(foundLater).filter((key) => !names.has(key))).toEqual([]);
});

it('a number of the wrong type and a number that is out of range are among the faults of every key with a range', () => {
  const keys = knownKeys().flatMap(({ path, schema }) =>
    schema.minimum === undefined ? [] : [path.join('.')],
  );
  const found = new Set(faults.map(({ finding, key }) => `${finding.rule} ${key}`));
  expect(keys).toContain('x-writ.network.vlans.id');
  for (const key of keys) {
    expect(found).toContain(`wrong-type ${key}`);
    expect(found).toContain(`wrong-format ${key}`);
  }
});

it.each([
  ['bonds', 'name', 'bond0'],
  ['vlans', 'name', 'office'],
])('the example of a key of %s contains no further interface', (list, key, name) => {
  const config = setValueAt({}, ['x-writ', 'network', list, key], name);
  expect(config).toMatchObject({ network_config: { type: 'manual', nics: [{ iface: name }] } });
});
