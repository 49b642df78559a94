import type { Password, Settings } from './settings.ts';

/** Maximum length in bytes; `openssl passwd` silently truncates longer passwords. */
const MAX_BYTES = 256;

/** Whether a login password can be replaced by its hash. */
export function canBeHashed(password: string): boolean {
  return Buffer.byteLength(password) <= MAX_BYTES;
}

/**
 * Returns the settings with all login passwords marked as hashed, except those that are too long to be hashed.
 * The digest of a plan covers these marks.
 */
export function withHashedLogins(settings: Settings): Settings {
  const { rootPassword, users } = settings;
  return {
    ...settings,
    ...(rootPassword === undefined ? {} : { rootPassword: asHash(rootPassword) }),
    users: users.map(({ password, ...user }) => ({
      ...user,
      ...(password === undefined ? {} : { password: asHash(password) }),
    })),
  };
}

function asHash(password: Password): Password {
  if (password.kind === 'missing') return { ...password, form: 'hash' };
  return canBeHashed(password.value.reveal()) ? { ...password, kind: 'hash' } : password;
}
