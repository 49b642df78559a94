import { findDuplicates, type Check } from './check.ts';
import { usersOf } from './users.ts';

export const checkDuplicateUsers: Check = ({ config, finding }) => {
  const names = usersOf(config).flatMap(({ user, pointer }) =>
    user.username === undefined ? [] : [{ item: user.username, pointer: `${pointer}/username` }],
  );
  return findDuplicates(names).map(({ pointer, first }) =>
    finding('duplicate-user', pointer, {
      message: 'two users have the same name',
      hint: 'remove or rename one of them',
      other: { pointer: first, message: 'the first one is here' },
    }),
  );
};
