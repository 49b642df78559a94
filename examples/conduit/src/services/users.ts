import type { Conduit } from '../http/conduit.ts';
import type { Credentials, NewUser, UserChanges } from '../http/inputs.ts';
import type { Viewer } from '../http/viewer.ts';
import { apiError, rejectTaken } from './api-error.ts';
import { hashPassword, isPassword } from './passwords.ts';

/** The logged-in user, with the token for further requests. */
export interface Account {
  readonly email: string;
  readonly username: string;
  readonly bio: string | null;
  readonly image: string | null;
  readonly token: string;
}

export async function register(conduit: Conduit, { password, ...user }: NewUser): Promise<Account> {
  const hash = await hashPassword(password);
  const db = await conduit.transaction();
  const { id: userId } = await rejectTaken(
    db
      .insertInto('users')
      .values({ ...user, password: hash })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return {
    ...user,
    bio: null,
    image: null,
    token: await conduit.tokens.sign({ userId, passwordVersion: 0 }),
  };
}

export async function logIn(conduit: Conduit, { email, password }: Credentials): Promise<Account> {
  const user = await conduit.database
    .selectFrom('users')
    .where('email', '=', email)
    .selectAll()
    .executeTakeFirst();
  if (!(await isPassword(password, user?.password)) || user === undefined) {
    throw apiError(401, 'credentials', 'invalid');
  }
  const { id: userId, username, bio, image, passwordVersion } = user;
  const token = await conduit.tokens.sign({ userId, passwordVersion });
  return { email, username, bio, image, token };
}

export async function currentAccount(
  { tokens }: Conduit,
  { id: userId, email, username, bio, image, passwordVersion }: Viewer,
): Promise<Account> {
  return { email, username, bio, image, token: await tokens.sign({ userId, passwordVersion }) };
}

/** Changes an account. A new password revokes all tokens of the user, except the one in the result. */
export async function updateAccount(
  conduit: Conduit,
  { id: userId }: Viewer,
  { password, ...changes }: UserChanges,
): Promise<Account> {
  const hash = password === undefined ? {} : { password: await hashPassword(password) };
  const db = await conduit.transaction();
  const { passwordVersion, ...account } = await rejectTaken(
    db
      .updateTable('users')
      .set({ ...changes, ...hash })
      .$if(password !== undefined, (update) =>
        update.set((expression) => ({ passwordVersion: expression('passwordVersion', '+', 1) })),
      )
      .where('id', '=', userId)
      .returning(['email', 'username', 'bio', 'image', 'passwordVersion'])
      .executeTakeFirstOrThrow(),
  );
  return { ...account, token: await conduit.tokens.sign({ userId, passwordVersion }) };
}
