import type { SelectQueryBuilder } from 'kysely';
import type { Database, Tables } from '../database/tables.ts';
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
  const rows = await selectComments(db, viewerId)
    .where('comments.articleId', '=', article.id)
    .orderBy('comments.id')
    .execute();
  return rows.map(toComment);
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
  const row = await selectComments(db, viewerId).where('comments.id', '=', id).executeTakeFirstOrThrow();
  return toComment(row);
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

interface CommentRow extends Omit<Comment, 'author'>, Omit<Profile, 'following'> {
  readonly followedId: number | null;
}

/** Selects comments with their authors, as the viewer sees them. */
function selectComments(
  db: Database,
  viewerId: number | undefined,
): SelectQueryBuilder<Tables, 'comments' | 'users', CommentRow> {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.authorId')
    .select((eb) => [
      'comments.id',
      'body',
      'createdAt',
      'updatedAt',
      'username',
      'bio',
      'image',
      eb
        .selectFrom('follows')
        .whereRef('followedId', '=', 'users.id')
        .where('followerId', '=', viewerId ?? null)
        .select('followedId')
        .as('followedId'),
    ]);
}

function toComment({ username, bio, image, followedId, ...comment }: CommentRow): Comment {
  return { ...comment, author: { username, bio, image, following: followedId !== null } };
}
