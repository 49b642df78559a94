import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  basicAuthentication,
  BodyHandler,
  type Logger,
  rateLimit,
  RestBuilder,
  type Router,
  Toolkit,
} from '@writ/annotations';
import { serveOpenapi } from '@writ/http/openapi';
import { Accounts } from './accounts.ts';
import { AttachmentStore } from './attachment-store.ts';
import { Attachments } from './attachments.ts';
import { Changes } from './changes.ts';
import { openDatabase } from './database.ts';
import { NoteStore } from './note-store.ts';
import { Notes } from './notes.ts';
import { Start } from './start.ts';

export interface App {
  readonly router: Router;
  readonly accounts: Accounts;
  readonly database: DatabaseSync;
}

/** Composes the application, which stores its data in the folder. */
export function createApp(folder: string, logger?: Logger): App {
  const files = join(resolve(folder), 'files');
  const uploadsDirectory = join(files, '.incoming');
  mkdirSync(uploadsDirectory, { recursive: true });
  const database = openDatabase(join(folder, 'notes.sqlite'));
  const accounts = new Accounts(database);
  const notes = new NoteStore(database);
  const attachments = new AttachmentStore(database, files);
  const toolkit = new Toolkit({ files: { root: files, index: false }, ...(logger && { logger }) });
  const router = new RestBuilder(toolkit)
    .register(Start, new Notes(notes, attachments, new Changes()), new Attachments(notes, attachments))
    .authenticateWith(
      basicAuthentication((name, password) => accounts.find(name, password.reveal()), { realm: 'notes' }),
    )
    .bodyHandler(new BodyHandler({ uploadsDirectory, maxFile: '5MB', maxFiles: 1 }))
    .use(rateLimit({ limit: 600, window: 60_000 }))
    .build();
  serveOpenapi(router, { info: { title: 'Notes', version: '1' }, reference: true });
  return { router, accounts, database };
}
