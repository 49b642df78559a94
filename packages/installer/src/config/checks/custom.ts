import type { Rule } from './rule.ts';

/** A custom profile is its entries. */
export const custom: Rule = ({ config, has, unsound, find }) => {
  const { main, custom: entries } = config.profile ?? {};
  const pointer = '/profile/custom';
  if (main !== 'custom' || unsound(pointer)) return [];
  if ((entries ?? []).some(({ enabled }) => enabled !== false)) return [];
  return [
    find('custom-without-entries', has(pointer) ? pointer : '/profile/main', {
      message: has(pointer) ? 'the custom profile has no enabled entry' : 'the custom profile has no entries',
      hint: 'add "custom": [{ "packages": "…", "services": "…" }]',
    }),
  ];
};
