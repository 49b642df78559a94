import { mainOf, profiles } from '../../data/profiles.ts';
import { nameOf } from '../names.ts';
import type { Rule } from './rule.ts';

/** Details belong to one main profile; custom ones have entries. */
export const profile: Rule = ({ config, has, find }) => {
  const { main, details, custom } = config.profile ?? {};
  const found: ReturnType<Rule> = [];
  const belongs = details === undefined ? undefined : mainOf(details);
  if (main !== undefined && belongs !== undefined && belongs !== main) {
    const fitting = Object.keys(profiles).filter((name) => profiles[name]?.main === main);
    found.push(
      find('details-against-main', '/profile/details', {
        message: `${details} is a ${belongs} profile, and main is ${main}`,
        ...(fitting.length === 0 ? {} : { expected: fitting.join(', ') }),
        hint: `write "main": "${belongs}", or ${fitting.length === 0 ? 'remove details' : 'choose other details'}`,
        other: { pointer: '/profile/main', message: 'main is chosen here' },
      }),
    );
  }
  const entries = (custom ?? []).filter((entry) => entry === undefined || entry.enabled !== false);
  if (main === 'custom' && entries.length === 0 && !(has('/profile/custom') && custom === undefined)) {
    found.push(
      find('custom-without-entries', has('/profile/custom') ? '/profile/custom' : '/profile/main', {
        message: has('/profile/custom')
          ? 'the custom profile has no enabled entry'
          : 'the custom profile has no entries',
        hint: 'add "custom": [{ "packages": "…", "services": "…" }]',
      }),
    );
  }
  return found;
};

/** Keys of a profile that nothing will read. */
export const profileEffect: Rule = ({ config, has, find }) => {
  const { main, details, path } = config.profile ?? {};
  if (config.profile === undefined || path !== undefined) return [];
  const kind = main ?? (details === undefined ? undefined : mainOf(details));
  // What does not fit the schema might have been a desktop.
  if (kind === undefined && (has('/profile/main') || has('/profile/details'))) return [];
  const without = (key: string, needs: string): ReturnType<Rule> =>
    has(`/profile/${key}`)
      ? [
          find(
            'no-effect',
            `/profile/${key}`,
            { message: `${nameOf(`/profile/${key}`)} has no effect without a ${needs} profile` },
            'key',
          ),
        ]
      : [];
  return [
    ...(kind === 'desktop'
      ? []
      : [...without('gfx_driver', 'desktop'), ...without('greeter_type', 'desktop')]),
    ...(kind === 'custom' ? [] : without('custom', 'custom')),
  ];
};
