import type { InstallerConfig, PasswordValue, UserAccount } from '../../schema/types.gen.ts';

/** Returns the valid user accounts, which are declared as one object or as a list, with their pointers. */
export function usersOf({
  '!users': users,
}: Partial<InstallerConfig>): { user: UserAccount; pointer: string }[] {
  if (users === undefined) return [];
  if (!Array.isArray(users)) return [{ user: users, pointer: '/!users' }];
  return users.flatMap((user: UserAccount | undefined, index) =>
    user === undefined ? [] : [{ user, pointer: `/!users/${index}` }],
  );
}

/** Returns the passwords of root and all users with their pointers. The value of a missing password is undefined. */
export function passwordsOf(
  config: Partial<InstallerConfig>,
): { value: PasswordValue | undefined; pointer: string }[] {
  return [
    { value: config['!root-password'], pointer: '/!root-password' },
    ...usersOf(config).map(({ user, pointer }) => ({
      value: user['!password'],
      pointer: `${pointer}/!password`,
    })),
  ];
}
