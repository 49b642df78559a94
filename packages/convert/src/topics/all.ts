import type { Job } from '../job.ts';
import { audio } from './audio.ts';
import { boot } from './boot.ts';
import { diskOrders } from './disk-orders.ts';
import { disks } from './disks.ts';
import { kept } from './kept.ts';
import { locale } from './locale.ts';
import { mirrors } from './mirrors.ts';
import { network } from './network.ts';
import { profile } from './profile.ts';
import { apps, program } from './program.ts';
import { repositories } from './repositories.ts';
import { credentials } from './users.ts';
import { commands } from './commands.ts';

/** What keeps its name is written first: a key of another era never overrides it. */
export const topics: readonly ((job: Job) => void)[] = [
  kept,
  boot,
  disks,
  diskOrders,
  mirrors,
  repositories,
  locale,
  network,
  profile,
  audio,
  credentials,
  commands,
  apps,
  program,
];
