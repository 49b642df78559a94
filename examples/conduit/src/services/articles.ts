import { randomBytes } from 'node:crypto';
import type { Database } from '../database/tables.ts';
import type { ArticleChanges, NewArticle } from '../http/inputs.ts';
import { apiError, notFound, rejectTaken } from './api-error.ts';
import { selectArticles, toPreviews, type ArticlePreview } from './article-queries.ts';
import { toSlug } from './slug.ts';

export interface Article extends ArticlePreview {
  /** Markdown. */
  readonly body: string;
}

export async function findArticle(db: Database, slug: string, viewerId?: number): Promise<Article> {
  const row = await selectArticles(db, viewerId)
    .where('articles.slug', '=', slug)
    .select('articles.body')
    .executeTakeFirst();
  if (row === undefined) throw notFound('article');
  const [preview] = await toPreviews(db, [row]);
  return { ...preview!, body: row.body };
}

export async function createArticle(
  db: Database,
  authorId: number,
  { tagList = [], ...article }: NewArticle,
): Promise<Article> {
  const now = new Date().toISOString();
  const insert = (slug: string): Promise<{ id: number; slug: string } | undefined> =>
    db
      .insertInto('articles')
      .values({ ...article, slug, authorId, createdAt: now, updatedAt: now })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning(['id', 'slug'])
      .executeTakeFirst();
  const own = toSlug(article.title);
  // Several articles may have the same title.
  const created = (await insert(own)) ?? (await insert(`${own}-${randomBytes(6).toString('hex')}`));
  if (created === undefined) throw apiError(409, 'title', 'has already been taken');
  const { id, slug } = created;
  await replaceTags(db, id, tagList);
  return findArticle(db, slug, authorId);
}

export async function updateArticle(
  db: Database,
  slug: string,
  viewerId: number,
  { tagList, ...changes }: ArticleChanges,
): Promise<Article> {
  const id = await findOwnArticle(db, slug, viewerId);
  const newSlug = changes.title === undefined ? slug : toSlug(changes.title);
  await rejectTaken(
    db
      .updateTable('articles')
      .set({ ...changes, slug: newSlug, updatedAt: new Date().toISOString() })
      .where('id', '=', id)
      .execute(),
  );
  if (tagList !== undefined) await replaceTags(db, id, tagList);
  return findArticle(db, newSlug, viewerId);
}

export async function removeArticle(db: Database, slug: string, viewerId: number): Promise<void> {
  const id = await findOwnArticle(db, slug, viewerId);
  await db.deleteFrom('articles').where('id', '=', id).execute();
}

export async function favorite(db: Database, slug: string, viewerId: number): Promise<Article> {
  const { id } = await findArticleRow(db, slug);
  await db
    .insertInto('favorites')
    .values({ userId: viewerId, articleId: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return findArticle(db, slug, viewerId);
}

export async function unfavorite(db: Database, slug: string, viewerId: number): Promise<Article> {
  const { id } = await findArticleRow(db, slug);
  await db.deleteFrom('favorites').where('userId', '=', viewerId).where('articleId', '=', id).execute();
  return findArticle(db, slug, viewerId);
}

export async function findArticleRow(db: Database, slug: string): Promise<{ id: number; authorId: number }> {
  const row = await db
    .selectFrom('articles')
    .where('slug', '=', slug)
    .select(['id', 'authorId'])
    .executeTakeFirst();
  if (row === undefined) throw notFound('article');
  return row;
}

async function findOwnArticle(db: Database, slug: string, viewerId: number): Promise<number> {
  const { id, authorId } = await findArticleRow(db, slug);
  if (authorId !== viewerId) throw apiError(403, 'article', 'forbidden');
  return id;
}

async function replaceTags(db: Database, articleId: number, tags: readonly string[]): Promise<void> {
  await db.deleteFrom('articleTags').where('articleId', '=', articleId).execute();
  if (tags.length === 0) return;
  const rows = [...new Set(tags)].map((tag) => ({ articleId, tag }));
  await db.insertInto('articleTags').values(rows).execute();
}
