import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter } from 'kysely';
import type { Migration } from 'kysely/migration';

/** All migrations in the order in which they run. Never edit one that has run: append the next. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-conduit': { up: createTables },
  '002-password-version': { up: addPasswordVersion },
};

async function createTables(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const id = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    isPostgres ? column.primaryKey().generatedAlwaysAsIdentity() : column.primaryKey().autoIncrement();
  const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
  const references = (target: string) => (column: ColumnDefinitionBuilder) =>
    column.notNull().references(target).onDelete('cascade');

  await db.schema
    .createTable('users')
    .addColumn('id', 'integer', id)
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('password', 'text', required)
    .addColumn('bio', 'text')
    .addColumn('image', 'text')
    .execute();
  await db.schema
    .createTable('follows')
    .addColumn('followerId', 'integer', references('users.id'))
    .addColumn('followedId', 'integer', references('users.id'))
    .addPrimaryKeyConstraint('followsPrimaryKey', ['followerId', 'followedId'])
    .execute();
  await db.schema
    .createTable('articles')
    .addColumn('id', 'integer', id)
    .addColumn('authorId', 'integer', references('users.id'))
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addColumn('updatedAt', 'text', required)
    .execute();
  await db.schema
    .createTable('articleTags')
    .addColumn('articleId', 'integer', references('articles.id'))
    .addColumn('tag', 'text', required)
    .addPrimaryKeyConstraint('articleTagsPrimaryKey', ['articleId', 'tag'])
    .execute();
  await db.schema
    .createTable('favorites')
    .addColumn('userId', 'integer', references('users.id'))
    .addColumn('articleId', 'integer', references('articles.id'))
    .addPrimaryKeyConstraint('favoritesPrimaryKey', ['userId', 'articleId'])
    .execute();
  await db.schema
    .createTable('comments')
    .addColumn('id', 'integer', id)
    .addColumn('articleId', 'integer', references('articles.id'))
    .addColumn('authorId', 'integer', references('users.id'))
    .addColumn('body', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addColumn('updatedAt', 'text', required)
    .execute();
  for (const [table, column] of [
    ['articles', 'createdAt'],
    ['articles', 'authorId'],
    ['articleTags', 'tag'],
    ['favorites', 'articleId'],
    ['comments', 'articleId'],
  ] as const) {
    await db.schema.createIndex(`${table}By${column}`).on(table).column(column).execute();
  }
}

async function addPasswordVersion(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('passwordVersion', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
