import { mainOf } from '../../data/profiles.ts';
import { nameOf } from '../names.ts';
import { ownProfileOf } from '../profile-path.ts';
import type { Rule } from './rule.ts';

/** Keys of a profile that nothing will read. */
export const profileEffect: Rule = ({ config, has, find }) => {
  const { main, details, path } = config.profile ?? {};
  const own = ownProfileOf(path);
  // A definition of one's own may be a desktop's.
  if (config.profile === undefined || (path !== undefined && own?.main === undefined)) return [];
  const kind = main ?? own?.main ?? (details === undefined ? undefined : mainOf(details));
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
