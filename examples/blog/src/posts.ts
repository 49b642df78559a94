import { HttpError } from '@writ/controllers';
import { database } from './database.ts';

export interface Post {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly written: string;
}

export interface Comment {
  readonly name: string;
  readonly text: string;
}

/** Lists posts that contain `search`, newest first. */
export function listPosts(search: string, limit: number): readonly Post[] {
  return database
    .prepare('SELECT * FROM post WHERE instr(lower(title || text), lower(?)) ORDER BY id DESC LIMIT ?')
    .all(search, limit) as unknown as Post[];
}

/** @throws HttpError 404 if the post does not exist. */
export function findPost(id: number): Post {
  const post = database.prepare('SELECT * FROM post WHERE id = ?').get(id);
  if (post === undefined) throw new HttpError(404, `there is no post ${id}`);
  return post as unknown as Post;
}

/** @throws HttpError 409 if the title is taken. */
export function addPost(title: string, text: string): Post {
  return rejectDuplicateTitle(title, () => {
    const row = database
      .prepare('INSERT INTO post (title, text, written) VALUES (?, ?, ?) RETURNING *')
      .get(title, text, new Date().toISOString());
    return row as unknown as Post;
  });
}

/** Changes a post, except for members that are undefined. @throws HttpError 404, or 409 if the title is taken. */
export function changePost(id: number, { title, text }: Partial<Pick<Post, 'title' | 'text'>>): Post {
  const post = findPost(id);
  return rejectDuplicateTitle(title ?? post.title, () => {
    database
      .prepare('UPDATE post SET title = ?, text = ? WHERE id = ?')
      .run(title ?? post.title, text ?? post.text, id);
    return findPost(id);
  });
}

/** Removes a post with its comments and pictures. @throws HttpError 404 if it does not exist. */
export function removePost(id: number): void {
  findPost(id);
  database.prepare('DELETE FROM post WHERE id = ?').run(id);
}

export function commentsOf(post: number): readonly Comment[] {
  return database
    .prepare('SELECT name, text FROM comment WHERE post = ? ORDER BY id')
    .all(post) as unknown as Comment[];
}

/** @throws HttpError 404 if the post does not exist. */
export function addComment(post: number, { name, text }: Comment): void {
  findPost(post);
  database.prepare('INSERT INTO comment (post, name, text) VALUES (?, ?, ?)').run(post, name, text);
}

/** The error code `SQLITE_CONSTRAINT_UNIQUE`. */
const UNIQUE_VIOLATION = 2067;

function rejectDuplicateTitle<T>(title: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== UNIQUE_VIOLATION) throw error;
    throw new HttpError(409, `another post is called "${title}"`);
  }
}
