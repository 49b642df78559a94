import { faultOfAddress, ownProfileOf, profileSourceOf } from '../profile-path.ts';
import { shown } from '../secrets.ts';
import type { Rule } from './rule.ts';

/** A definition of one's own is read when it is planned for; an address that never is can be told from the rest. */
export const profilePath: Rule = ({ config, find }) => {
  const path = config.profile?.path;
  if (path === undefined || path === '') return [];
  const own = ownProfileOf(path);
  if (own !== undefined) {
    return own.main !== undefined
      ? []
      : [
          find('profile-path', '/profile/path', {
            message: `${shown(path)} is a profile of archinstall that this format does not have`,
            hint: 'name its packages and services in packages and services',
          }),
        ];
  }
  const source = profileSourceOf(path);
  const fault = source.kind === 'address' ? faultOfAddress(source) : undefined;
  return fault === undefined
    ? []
    : [
        find('profile-address', '/profile/path', {
          message: `the profile definition ${shown(path)} cannot be read: ${fault}`,
          expected: 'a file, or https://…#sha256= with the 64 hexadecimal digits that sha256sum prints',
        }),
      ];
};
