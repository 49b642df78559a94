import { expect, it } from 'vitest';
import { formatConfiguration } from './format.ts';

it('formatConfiguration writes lists of plain values on one line', () => {
  const configuration = {
    kernels: ['linux', 'linux-lts'],
    none: [],
    users: [{ name: 'a\n[b]', sudo: true }],
  };
  const text = formatConfiguration(configuration);
  expect(text).toBe(`{
  "kernels": ["linux", "linux-lts"],
  "none": [],
  "users": [
    {
      "name": "a\\n[b]",
      "sudo": true
    }
  ]
}
`);
  expect(JSON.parse(text)).toEqual(configuration);
});
