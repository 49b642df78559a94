import type { Database } from '../database/tables.ts';
import { apiError, notFound } from './api-error.ts';
import { findArticleRow } from './articles.ts';
import type { Profile } from './profiles.ts';

export interface Comment {
  readonly id: number;
  readonly body: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly author: Profile;
}

/** Lists the comments on an article, oldest first. */
export async function listComments(
  db: Database,
  slug: string,
  viewerId?: number,
): Promise<readonly Comment[]> {
  const article = await findArticleRow(db, slug);
  const rows = await db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.authorId')
    .leftJoin('follows', (join) =>
      join.onRef('follows.followedId', '=', 'users.id').on('follows.followerId', '=', viewerId ?? null),
    )
    .where('comments.articleId', '=', article.id)
    .orderBy('comments.id')
    .select(['comments.id', 'comments.body', 'comments.createdAt', 'comments.updatedAt'])
    .select(['users.username', 'users.bio', 'users.image', 'follows.followedId'])
    .execute();
  return rows.map(({ id, body, createdAt, updatedAt, username, bio, image, followedId }) => ({
    id,
    body,
    createdAt,
    updatedAt,
    author: { username, bio, image, following: followedId !== null },
  }));
}

export async function addComment(
  db: Database,
  slug: string,
  viewerId: number,
  body: string,
): Promise<Comment> {
  const article = await findArticleRow(db, slug);
  const now = new Date().toISOString();
  const { id } = await db
    .insertInto('comments')
    .values({ articleId: article.id, authorId: viewerId, body, createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const comments = await listComments(db, slug, viewerId);
  return comments.find((comment) => comment.id === id)!;
}

export async function removeComment(db: Database, slug: string, id: number, viewerId: number): Promise<void> {
  const article = await findArticleRow(db, slug);
  const comment = await db
    .selectFrom('comments')
    .where('id', '=', id)
    .where('articleId', '=', article.id)
    .select('authorId')
    .executeTakeFirst();
  if (comment === undefined) throw notFound('comment');
  if (comment.authorId !== viewerId) throw apiError(403, 'comment', 'forbidden');
  await db.deleteFrom('comments').where('id', '=', id).execute();
}
