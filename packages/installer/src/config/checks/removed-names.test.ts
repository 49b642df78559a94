import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it('packages, profiles and drivers that are no longer in the repositories are reported as warnings', () => {
  const result = checkWith({
    packages: ['git', 'arc-gtk-theme'],
    profile: { main: 'desktop', details: 'Cutefish', gfx_driver: 'Nvidia (proprietary)' },
  });
  expect(rulesAndPointers(result)).toEqual([
    'removed-from-distribution /packages/1',
    'removed-from-distribution /profile/details',
    'removed-from-distribution /profile/gfx_driver',
  ]);
  expect(result.findings[0]).toMatchObject({
    severity: 'warning',
    message: 'arc-gtk-theme is no longer in the repositories (2025-04)',
    hint: 'write "materia-gtk-theme"',
  });
  expect(result.settings).toBeDefined();
});
