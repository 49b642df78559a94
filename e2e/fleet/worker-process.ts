/**
 * A worker whose installations write the file `runs` instead of a target, and end when a file with the name of their
 * target exists in the folder `ends`. Arguments: the settings as JSON.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { InstallRequest, InstallResult } from '@writ/installer';
import { createWorker, type WorkerOptions } from '@writ/service/worker';

interface Settings extends WorkerOptions {
  /** The folder with the files `runs` and `ends`. */
  readonly folder: string;
  /** Milliseconds for which the worker drains after SIGTERM; default: 0. */
  readonly drain?: number;
}

const { folder, drain = 0, ...options } = JSON.parse(process.argv[2]!) as Settings;

function note(event: string, target: string): void {
  appendFileSync(join(folder, 'runs'), `${JSON.stringify({ event, target, pid: process.pid })}\n`);
}

async function install({ targets, resume, signal, onEvent }: InstallRequest): Promise<InstallResult> {
  const target = basename(targets?.[0] ?? '');
  note(resume === true ? 'resume' : 'start', target);
  let number = 0;
  const isAborted = (): boolean => signal?.aborted === true;
  while (!existsSync(join(folder, 'ends', target)) && !isAborted()) {
    number += 1;
    const time = new Date().toISOString();
    onEvent?.({
      type: 'log',
      number,
      time,
      id: 'step',
      source: 'stdout',
      text: `line ${number} of ${process.pid}`,
    });
    note('step', target);
    await pause(50);
  }
  const outcome = isAborted() ? 'interrupted' : 'done';
  note(outcome, target);
  return { outcome, findings: [], sources: [], resumable: outcome === 'interrupted', milliseconds: 1 };
}

const worker = await createWorker({ ...options, install });
process.once('SIGTERM', async () => {
  if (drain > 0) {
    process.stderr.write('draining\n');
    await worker.drain(drain, new AbortController().signal);
  }
  await worker.stop(20_000);
  process.exit(0);
});
console.log('ready');
