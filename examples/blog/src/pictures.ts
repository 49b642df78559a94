import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { HttpError } from '@writ/controllers';
import { database, folder } from './database.ts';
import { findPost } from './posts.ts';

export interface Picture {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

const PICTURE_TYPES = [
  { type: 'image/png', extension: 'png', begins: /^89504e470d0a1a0a/ },
  { type: 'image/jpeg', extension: 'jpg', begins: /^ffd8ff/ },
  { type: 'image/webp', extension: 'webp', begins: /^52494646.{8}57454250/ },
] as const;

const pictureFolder = join(folder, 'pictures');
mkdirSync(pictureFolder, { recursive: true });

/**
 * Stores a picture under a generated name. The type is determined by the first bytes, not by the sender. @throws
 * HttpError 404 or 415.
 */
export async function addPicture(post: number, file: File): Promise<Picture> {
  findPost(post);
  const head = Buffer.from(await file.slice(0, 12).arrayBuffer()).toString('hex');
  const kind = PICTURE_TYPES.find(({ begins }) => begins.test(head));
  if (kind === undefined) throw new HttpError(415, 'a picture must be a PNG, JPEG or WebP file');
  const picture = { name: `${randomUUID()}.${kind.extension}`, type: kind.type, size: file.size };
  const path = join(pictureFolder, picture.name);
  try {
    // Streams from disk to disk, so that uploads do not occupy memory.
    await pipeline(file.stream(), createWriteStream(path, { flags: 'wx' }));
    database
      .prepare('INSERT INTO picture (name, post, type, size) VALUES (?, ?, ?, ?)')
      .run(picture.name, post, picture.type, picture.size);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return picture;
}

export function picturesOf(post: number): readonly Picture[] {
  return database
    .prepare('SELECT name, type, size FROM picture WHERE post = ? ORDER BY rowid')
    .all(post) as unknown as Picture[];
}

/** Returns the picture, which is read when it is sent. @throws HttpError 404 if it does not exist. */
export async function openPicture(name: string): Promise<Blob> {
  const row = database.prepare('SELECT type FROM picture WHERE name = ?').get(name);
  if (row === undefined) throw new HttpError(404, 'there is no such picture');
  return openAsBlob(join(pictureFolder, name), { type: row['type'] as string });
}

/** Removes the files of a deleted post, whose rows were deleted with it. */
export async function removeFiles(pictures: readonly Picture[]): Promise<void> {
  await Promise.all(pictures.map(({ name }) => rm(join(pictureFolder, name), { force: true })));
}
