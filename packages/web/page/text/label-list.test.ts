import { expect, it } from 'vitest';
import { LABEL_PATTERN, readLabels } from './label-list.ts';

it.each<[string, Record<string, string> | string]>([
  ['', {}],
  ['rack=3', { rack: '3' }],
  [' rack=3, disk=ssd\tsite= ', { rack: '3', disk: 'ssd', site: '' }],
  ['a=b=c', { a: 'b=c' }],
  ['rack={{rack}}', { rack: '{{rack}}' }],
  ['rack=3 4', '4'],
  ['=3', '=3'],
])('reads the labels in %j, or returns what is not a label', (text, expected) => {
  expect(readLabels(text)).toEqual(expected);
  expect(new RegExp(`^(?:${LABEL_PATTERN})$`, 'v').test(text)).toBe(typeof expected !== 'string');
});
