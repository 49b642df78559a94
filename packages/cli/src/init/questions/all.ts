import type { Question } from '../question.ts';
import { account } from './account.ts';
import { also } from './additional.ts';
import { use } from './disk-use.ts';
import { keyboard, language, timezone } from './locale.ts';
import { moreQuestions } from './more.ts';
import { network } from './network.ts';
import { profile } from './software.ts';
import { encrypt, fileSystem, swap } from './storage.ts';
import { hostname, start } from './system.ts';
import { disk, where } from './target.ts';

/**
 * All questions in their order. The question about the keyboard comes before all others that are answered by typing,
 * except for the name of an image file.
 */
export const questions: readonly Question[] = [
  where,
  start,
  keyboard,
  language,
  timezone,
  disk,
  use,
  fileSystem,
  encrypt,
  swap,
  hostname,
  account,
  network,
  profile,
  also,
  ...moreQuestions,
];
