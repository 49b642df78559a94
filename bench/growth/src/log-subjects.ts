import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallEvent } from '@writ/installer';
import { createRedactor } from '../../../packages/installer/src/process/redact.ts';
import { runProcess } from '../../../packages/installer/src/process/run-process.ts';
import { createEmitter } from '../../../packages/installer/src/run/emitter.ts';
import { createRecorder as createEventRecorder } from '../../../packages/installer/src/run/install-record/event-recorder.ts';
import { followEvents } from '../../../packages/service/src/installs/follow-events.ts';
import { createNotifier } from '../../../packages/service/src/installs/notifier.ts';
import { readOutput } from '../../../packages/service/src/installs/output.ts';
import { createRecorder, recorderLimits } from '../../../packages/service/src/installs/recorder.ts';
import type { Job } from '../../../packages/service/src/records/job.ts';
import { SqliteEngine } from '../../../packages/service/src/store/sqlite/sqlite-engine.ts';
import { Store } from '../../../packages/service/src/store/store.ts';

/** Prepares a measurement with an empty folder; returns the work to measure. */
export type LogSubject = (folder: string, lines: number) => Promise<() => unknown>;

/** Time limit of the program that prints the lines, in milliseconds. */
const LIMIT = 180_000;
/** Number of lines after which the event loop continues, as it does between chunks of a program's output. */
const CHUNK = 100;

export const LOG_SUBJECTS: Readonly<Record<string, LogSubject>> = {
  'installer: program to files': recordProgram,
  'service: events to store': async (folder, lines) => {
    const store = await openStore(join(folder, 'unlimited'));
    return () => recordEvents(store, lines, { ...recorderLimits, eventCount: lines, bytes: Infinity });
  },
  'service: events to store, with its limits': async (folder, lines) => {
    const store = await openStore(join(folder, 'limited'));
    return () => recordEvents(store, lines, recorderLimits);
  },
  'service: output as text': async (folder, lines) => {
    const { store, id } = await fillStore(folder, lines);
    return async () => assertCount(await countLines(readOutput(store, id)), lines);
  },
  'service: events followed': async (folder, lines) => {
    const { store, id } = await fillStore(folder, lines);
    return async () => {
      let count = 0;
      const { signal } = new AbortController();
      for await (const { type } of followEvents(store, createNotifier(), id, { after: 0, signal })) {
        if (type === 'log') count += 1;
      }
      assertCount(count, lines);
    };
  },
};

/** Runs a program that prints the lines, and records them as an installation does. */
async function recordProgram(folder: string, lines: number): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const recorder = createEventRecorder();
  await recorder.open(folder);
  const redactor = createRedactor(['secret-of-the-installation']);
  const events = createEmitter(recorder.sink, redactor.redact);
  return async () => {
    const step = events.start({ id: 'packages', title: 'Install packages', stage: 'packages', weight: 1 });
    const script = `BEGIN { for (n = 1; n <= ${lines}; n++) print "line " n ", as a program prints it" }`;
    let count = 0;
    await runProcess({
      argv: ['awk', script],
      environment: { PATH: process.env['PATH'] ?? '' },
      limit: LIMIT,
      redactor,
      onLine: (line, source) => {
        count += 1;
        step.log(line, source);
      },
    });
    step.finish('done');
    recorder.close();
    assertCount(count, lines);
  };
}

async function fillStore(folder: string, lines: number): Promise<{ store: Store; id: number }> {
  const store = await openStore(folder);
  const id = await recordEvents(store, lines, { ...recorderLimits, eventCount: lines, bytes: Infinity });
  return { store, id };
}

async function recordEvents(store: Store, lines: number, limits: typeof recorderLimits): Promise<number> {
  const path = '/images/bench.img';
  const time = new Date().toISOString();
  const install = {
    target: 'bench.img',
    path,
    resume: false,
    digest: '',
    created: time,
    configuration: '{}',
    documents: {},
  };
  const { id } = await store.add(install, 'queued', emptyJob);
  await store.setStarted(id, time);
  const notifier = createNotifier();
  const fail = (error: unknown): never => {
    throw error;
  };
  const recorder = createRecorder(
    store,
    id,
    { changed: () => notifier.notify(id), reportError: fail },
    limits,
  );
  for (let number = 1; number <= lines; number += 1) {
    const text = `line ${number}, as a program prints it`;
    const event: InstallEvent = { type: 'log', id: 'packages', source: 'stdout', text, number, time };
    recorder.sink(event);
    if (number % CHUNK === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await recorder.finish();
  await store.setEnded(id, { state: 'done', ended: time, resumable: false });
  return id;
}

function openStore(folder: string): Promise<Store> {
  return Store.open(new SqliteEngine(folder));
}

function emptyJob(): Job {
  return {
    config: '{}',
    hashes: {},
    needs: [],
    sealed: {},
    missing: [],
    agreed: '',
    rerunCommand: false,
  };
}

async function countLines(chunks: AsyncIterable<string>): Promise<number> {
  let count = 0;
  for await (const chunk of chunks)
    count += chunk.split('\n').filter((line) => line.startsWith('line ')).length;
  return count;
}

function assertCount(count: number, expected: number): void {
  if (count !== expected) throw new Error(`${count} of ${expected} lines`);
}
