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
  const { id } = await rejectTaken(
    db
      .insertInto('users')
      .values({ ...user, password: hash })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return { ...user, bio: null, image: null, token: await conduit.tokens.sign(id) };
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
  const { id, username, bio, image } = user;
  return { email, username, bio, image, token: await conduit.tokens.sign(id) };
}

export async function currentAccount(
  { tokens }: Conduit,
  { id, email, username, bio, image }: Viewer,
): Promise<Account> {
  return { email, username, bio, image, token: await tokens.sign(id) };
}

export async function updateAccount(
  conduit: Conduit,
  { id }: Viewer,
  { password, ...changes }: UserChanges,
): Promise<Account> {
  const hash = password === undefined ? {} : { password: await hashPassword(password) };
  const db = await conduit.transaction();
  const { email, username, bio, image } = await rejectTaken(
    db
      .updateTable('users')
      .set({ ...changes, ...hash })
      .where('id', '=', id)
      .returning(['email', 'username', 'bio', 'image'])
      .executeTakeFirstOrThrow(),
  );
  return { email, username, bio, image, token: await conduit.tokens.sign(id) };
}
