import { expect, it } from 'vitest';
import { fillMasks, restoreNames } from './fill-masks.ts';

const mask = '••••••••';
const text = `{
   "x-why":  "the old machine",
   "kernels": ["linux",
               "linux-lts"],
   "!users": [ { "username": "ada",  "!password": "hidden" } ]
}
`;
const configuration = {
  'x-why': 'the old machine',
  kernels: ['linux', 'linux-lts'],
  '!users': [{ username: 'ada', '!password': { $secret: 'ada' } }],
};

it('fillMasks replaces the masks, and preserves the layout and the remarks', () => {
  const masked = text.replace('"ada"', `"${mask}"`).replace('"hidden"', `"${mask}"`);
  const filled = text.replace('"hidden"', '{ "$secret": "ada" }');
  expect(fillMasks(masked, configuration)).toBe(filled);
  expect(fillMasks(text, configuration), 'a text without masks is unchanged').toBe(text);
});

it('restoreNames restores the names of accounts and secrets, but no secret', () => {
  const original = `{ "!users": [ { "username": "ada", "!password": { "$secret": "of ada" } } ],
  "!root-password": "hidden",  "!note": { "username": "hidden too", "other": "hidden" } }`;
  const masked = original.replaceAll(/"(ada|of ada|hidden|hidden too)"/g, `"${mask}"`);
  const restored = original.replaceAll(/"hidden( too)?"/g, `"${mask}"`);
  expect(restoreNames(masked, original)).toBe(restored);
  expect(restoreNames(masked, '{'), 'the text has a syntax error').toBe(masked);
});

it('fillMasks adds what the credentials contained, and removes what has no value', () => {
  const masked = `{ "kernels": ["linux"], "!users": { "username": "${mask}", "!note": "${mask}" } }`;
  const without = {
    kernels: ['linux'],
    '!users': { username: 'ada' },
    '!root-password': { $secret: 'root' },
  };
  expect(fillMasks(masked, without)).toBe(
    '{ "kernels": ["linux"], "!users": { "username": "ada" }, "!root-password": { "$secret": "root" } }',
  );
});

it('fillMasks formats the configuration if the text cannot be filled', () => {
  const address = { 'mirror-region': { Here: { 'https://host/$repo': { $secret: 'login' } } } };
  const masked = `{ "mirror-region": { "Here": { "https://${mask}@host/$repo": true } } }`;
  for (const stored of [masked, `{ "!users": ${mask} }`]) {
    expect(fillMasks(stored, address)).toBe(`${JSON.stringify(address, undefined, 2)}\n`);
  }
});
