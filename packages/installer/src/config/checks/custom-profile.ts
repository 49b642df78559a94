import type { Check } from './check.ts';

/** Reports a custom profile without enabled entries. */
export const checkCustomProfile: Check = ({ config, hasValue, isInvalid, finding }) => {
  const { main, custom: entries } = config.profile ?? {};
  const pointer = '/profile/custom';
  if (main !== 'custom' || isInvalid(pointer)) return [];
  if ((entries ?? []).some(({ enabled }) => enabled !== false)) return [];
  return [
    finding('custom-without-entries', hasValue(pointer) ? pointer : '/profile/main', {
      message: hasValue(pointer)
        ? 'the custom profile has no enabled entry'
        : 'the custom profile has no entries',
      hint: 'add "custom": [{ "packages": "…", "services": "…" }]',
    }),
  ];
};
