import { describeAddressFault, archinstallProfile, parseProfilePath } from '../profile-path.ts';
import { displayValue } from '../secrets.ts';
import type { Check } from './check.ts';

/**
 * Reports archinstall profiles that Writ does not provide, and invalid addresses of profile definitions. This check
 * does not read the definitions.
 */
export const checkProfilePath: Check = ({ config, finding }) => {
  const path = config.profile?.path;
  if (path === undefined || path === '') return [];
  const own = archinstallProfile(path);
  if (own !== undefined) {
    return own.main !== undefined
      ? []
      : [
          finding('profile-path', '/profile/path', {
            message: `${displayValue(path)} is an archinstall profile that Writ does not provide`,
            hint: 'add its packages to "packages" and its services to "services"',
          }),
        ];
  }
  const source = parseProfilePath(path);
  const fault = source.kind === 'address' ? describeAddressFault(source) : undefined;
  return fault === undefined
    ? []
    : [
        finding('profile-address', '/profile/path', {
          message: `the profile definition ${displayValue(path)} cannot be read: ${fault}`,
          expected: 'a file, or https://…#sha256= with the 64 hexadecimal digits that sha256sum prints',
        }),
      ];
};
