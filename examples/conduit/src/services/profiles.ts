import type { Database } from '../database/tables.ts';
import { notFound } from './api-error.ts';

export interface Profile {
  readonly username: string;
  readonly bio: string | null;
  readonly image: string | null;
  /** Whether the viewer follows this user. */
  readonly following: boolean;
}

/** `viewerId` is undefined if the request has no token. */
export async function findProfile(db: Database, username: string, viewerId?: number): Promise<Profile> {
  const { id, bio, image } = await findUser(db, username);
  const followed = await db
    .selectFrom('follows')
    .where('followerId', '=', viewerId ?? null)
    .where('followedId', '=', id)
    .select('followedId')
    .executeTakeFirst();
  return { username, bio, image, following: followed !== undefined };
}

export async function follow(db: Database, username: string, viewerId: number): Promise<Profile> {
  const { id } = await findUser(db, username);
  await db
    .insertInto('follows')
    .values({ followerId: viewerId, followedId: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return findProfile(db, username, viewerId);
}

export async function unfollow(db: Database, username: string, viewerId: number): Promise<Profile> {
  const { id } = await findUser(db, username);
  await db.deleteFrom('follows').where('followerId', '=', viewerId).where('followedId', '=', id).execute();
  return findProfile(db, username, viewerId);
}

async function findUser(
  db: Database,
  username: string,
): Promise<{ id: number; bio: string | null; image: string | null }> {
  const user = await db
    .selectFrom('users')
    .where('username', '=', username)
    .select(['id', 'bio', 'image'])
    .executeTakeFirst();
  if (user === undefined) throw notFound('profile');
  return user;
}
