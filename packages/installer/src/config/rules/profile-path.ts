import { ownProfileOf, profileSourceOf } from '../profile-path.ts';
import { shown } from '../secrets.ts';
import type { Rule, Words } from './rule.ts';

/** A definition of one's own is read when it is planned for; what tells before that it cannot be is told. */
export const profilePath: Rule = ({ config, readable, find }) => {
  const path = config.profile?.path;
  if (path === undefined || path === '') return [];
  const words = reason(path, readable);
  return words === undefined ? [] : [find('profile-path', '/profile/path', words)];
};

function reason(path: string, readable?: (path: string) => string | undefined): Words | undefined {
  const own = ownProfileOf(path);
  if (own !== undefined) {
    return own.main !== undefined
      ? undefined
      : {
          message: `${shown(path)} is a profile of archinstall that this format does not have`,
          hint: 'name its packages and services in packages and services',
        };
  }
  const source = profileSourceOf(path);
  if (source.kind === 'file') {
    const fault = readable?.(source.path);
    return fault === undefined
      ? undefined
      : { message: `the profile definition ${shown(path)} cannot be read: ${fault}` };
  }
  if (!/^https:/i.test(source.address)) {
    return { message: `the profile definition ${shown(path)} is not read: only https addresses are` };
  }
  return source.sha256 === undefined
    ? {
        message: 'the profile definition is not pinned, and is not read: it could become another one',
        expected: 'https://…#sha256= and the 64 hexadecimal digits that sha256sum prints',
      }
    : undefined;
}
