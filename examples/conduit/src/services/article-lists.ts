import type { Database } from '../database/tables.ts';
import type { ArticleFilter, Paging } from '../http/inputs.ts';
import { selectArticles, toPreviews, type ArticlePreview } from './article-queries.ts';

/** One page of articles, newest first. */
export interface ArticleList {
  readonly articles: readonly ArticlePreview[];
  /** The number of articles on all pages. */
  readonly articlesCount: number;
}

export function listArticles(
  db: Database,
  { tag, author, favorited, ...paging }: ArticleFilter,
  viewerId?: number,
): Promise<ArticleList> {
  let query = selectArticles(db, viewerId);
  if (author !== undefined) query = query.where('author.username', '=', author);
  if (tag !== undefined) {
    query = query.where('articles.id', 'in', (eb) =>
      eb.selectFrom('articleTags').where('tag', '=', tag).select('articleId'),
    );
  }
  if (favorited !== undefined) {
    query = query.where('articles.id', 'in', (eb) =>
      eb
        .selectFrom('favorites')
        .innerJoin('users', 'users.id', 'favorites.userId')
        .where('users.username', '=', favorited)
        .select('favorites.articleId'),
    );
  }
  return readPage(db, query, paging);
}

/** Lists the articles of the users whom the viewer follows. */
export function listFeed(db: Database, paging: Paging, viewerId: number): Promise<ArticleList> {
  const query = selectArticles(db, viewerId).where('articles.authorId', 'in', (eb) =>
    eb.selectFrom('follows').where('followerId', '=', viewerId).select('followedId'),
  );
  return readPage(db, query, paging);
}

async function readPage(
  db: Database,
  query: ReturnType<typeof selectArticles>,
  { limit, offset }: Paging,
): Promise<ArticleList> {
  const { count } = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .orderBy('articles.createdAt', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { articles: await toPreviews(db, rows), articlesCount: Number(count) };
}
