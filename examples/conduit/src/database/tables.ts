import type { Generated, Kysely } from 'kysely';

/** The columns of all tables. Times are strings in ISO 8601, which both databases sort correctly. */
export interface Tables {
  users: {
    id: Generated<number>;
    email: string;
    username: string;
    password: string;
    bio: string | null;
    image: string | null;
    /** The number of password changes, which tokens contain. */
    passwordVersion: Generated<number>;
  };
  follows: { followerId: number; followedId: number };
  articles: {
    id: Generated<number>;
    authorId: number;
    slug: string;
    title: string;
    description: string;
    body: string;
    createdAt: string;
    updatedAt: string;
  };
  articleTags: { articleId: number; tag: string };
  favorites: { userId: number; articleId: number };
  comments: {
    id: Generated<number>;
    articleId: number;
    authorId: number;
    body: string;
    createdAt: string;
    updatedAt: string;
  };
}

/** The connection pool, or the transaction of one request. */
export type Database = Kysely<Tables>;
