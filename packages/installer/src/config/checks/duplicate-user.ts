import { repeated, type Rule } from './rule.ts';
import { usersOf } from './users.ts';

export const duplicateUser: Rule = ({ config, find }) => {
  const names = usersOf(config).flatMap(({ user, pointer }) =>
    user.username === undefined ? [] : [{ item: user.username, pointer: `${pointer}/username` }],
  );
  return repeated(names).map(({ pointer, first }) =>
    find('duplicate-user', pointer, {
      message: 'two users have the same name',
      hint: 'remove one of them, or give it another name',
      other: { pointer: first, message: 'the first stands here' },
    }),
  );
};
