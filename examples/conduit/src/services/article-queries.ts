import type { SelectQueryBuilder } from 'kysely';
import type { Database, Tables } from '../database/tables.ts';
import type { Profile } from './profiles.ts';

/** An article without its body, as lists contain it. */
export interface ArticlePreview {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly tagList: readonly string[];
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  /** Whether the viewer has favorited the article. */
  readonly favorited: boolean;
  readonly favoritesCount: number;
  readonly author: Profile;
}

interface ArticleRow {
  id: number;
  slug: string;
  title: string;
  description: string;
  createdAt: string;
  updatedAt: string;
  username: string;
  bio: string | null;
  image: string | null;
  favoritesCount: string | number | bigint | null;
  favorited: unknown;
  following: unknown;
}

type Joined = Omit<Tables, 'users'> & { author: Tables['users'] };

/** Selects articles with their authors, as the viewer sees them. */
export function selectArticles(
  db: Database,
  viewerId: number | undefined,
): SelectQueryBuilder<Joined & Tables, 'articles' | 'author', ArticleRow> {
  const viewer = viewerId ?? null;
  return db
    .selectFrom('articles')
    .innerJoin('users as author', 'author.id', 'articles.authorId')
    .select(['articles.id', 'slug', 'title', 'description', 'createdAt', 'updatedAt'])
    .select(['author.username', 'author.bio', 'author.image'])
    .select((eb) => [
      eb
        .selectFrom('favorites')
        .whereRef('favorites.articleId', '=', 'articles.id')
        .select(eb.fn.countAll().as('count'))
        .as('favoritesCount'),
      eb
        .exists(
          eb
            .selectFrom('favorites')
            .whereRef('favorites.articleId', '=', 'articles.id')
            .where('favorites.userId', '=', viewer)
            .select('favorites.userId'),
        )
        .as('favorited'),
      eb
        .exists(
          eb
            .selectFrom('follows')
            .whereRef('follows.followedId', '=', 'author.id')
            .where('follows.followerId', '=', viewer)
            .select('follows.followerId'),
        )
        .as('following'),
    ]);
}

/** Adds the tags of all articles with one query. */
export async function toPreviews(
  db: Database,
  rows: readonly ArticleRow[],
): Promise<readonly ArticlePreview[]> {
  const ids = rows.map(({ id }) => id);
  const tags = ids.length === 0 ? [] : await selectTags(db, ids);
  return rows.map(
    ({ id, slug, title, description, createdAt, updatedAt, username, bio, image, ...counts }) => ({
      slug,
      title,
      description,
      tagList: tags.filter(({ articleId }) => articleId === id).map(({ tag }) => tag),
      createdAt,
      updatedAt,
      favorited: Boolean(counts.favorited),
      favoritesCount: Number(counts.favoritesCount),
      author: { username, bio, image, following: Boolean(counts.following) },
    }),
  );
}

function selectTags(db: Database, ids: readonly number[]): Promise<{ articleId: number; tag: string }[]> {
  return db
    .selectFrom('articleTags')
    .where('articleId', 'in', ids)
    .orderBy('tag')
    .select(['articleId', 'tag'])
    .execute();
}
