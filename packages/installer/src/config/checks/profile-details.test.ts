import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it.each([
  [{ main: 'server', details: 'gnome' }, ['details-against-main /profile/details']],
  [{ main: 'minimal', details: 'nginx' }, ['details-against-main /profile/details']],
  [{ main: 'server', details: 'NGINX' }, []],
  [{ details: 'i3-WM' }, []],
  [{ main: 'desktop' }, []],
])('a check decides whether the details belong to the main profile: %j', (profile, found) => {
  expect(rulesAndPointers(checkWith({ profile }))).toEqual(found);
});

it('the finding suggests the main profile that the details belong to', () => {
  const [found] = checkWith({ profile: { main: 'server', details: 'gnome' } }).findings;
  expect(found?.hint).toContain('"main": "desktop"');
  expect(found?.related?.[0]?.range?.start.line).toBe(11);
});
