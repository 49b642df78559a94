import { mainOf } from '../../data/profiles.ts';
import { keyPath } from '../wording.ts';
import { archinstallProfile } from '../profile-path.ts';
import type { Check } from './check.ts';

/** Reports keys of a profile that have no effect. */
export const checkProfileEffect: Check = ({ config, hasValue, finding }) => {
  const { main, details, path } = config.profile ?? {};
  const own = archinstallProfile(path);
  // A profile definition in a file may be a desktop profile.
  if (config.profile === undefined || (path !== undefined && own?.main === undefined)) return [];
  const kind = main ?? own?.main ?? (details === undefined ? undefined : mainOf(details));
  // An invalid value may be intended as a desktop profile.
  if (kind === undefined && (hasValue('/profile/main') || hasValue('/profile/details'))) return [];
  const without = (key: string, needs: string): ReturnType<Check> =>
    hasValue(`/profile/${key}`)
      ? [
          finding(
            'no-effect',
            `/profile/${key}`,
            { message: `${keyPath(`/profile/${key}`)} has no effect without a ${needs} profile` },
            'key',
          ),
        ]
      : [];
  return [
    ...(kind === 'desktop' || (config['x-writ']?.desktops ?? []).length > 0
      ? []
      : [...without('gfx_driver', 'desktop'), ...without('greeter_type', 'desktop')]),
    ...(kind === 'custom' ? [] : without('custom', 'custom')),
  ];
};
