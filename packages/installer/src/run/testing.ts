import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Secret } from '@writ/diagnostics';
import type { RunContext } from './context.ts';
import type { EventSink, InstallEvent } from './event.ts';
import { createRedactor } from '../process/redact.ts';
import { imageRoots } from './sessions/staging.ts';

/** Receives the functions that release what a test uses. By default, they are called after the test. */
export type OnRelease = (release: () => Promise<void> | void) => void;

/** Creates a folder that is removed after the test. */
export async function temporaryFolder(onRelease: OnRelease = onTestFinished): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'writ-test-'));
  onRelease(() => rm(path, { recursive: true, force: true }));
  return path;
}

/**
 * Creates the context of a run in a temporary folder. The commands run without namespaces and without root.
 */
export async function createTestContext(
  changes: Partial<RunContext> = {},
  secrets: Readonly<Record<string, string>> = {},
  onRelease?: OnRelease,
): Promise<RunContext> {
  const folder = await temporaryFolder(onRelease);
  const roots = {
    ...imageRoots(join(folder, 'disk.img')),
    scratch: join(folder, 'scratch'),
    cache: join(folder, 'cache'),
  };
  await Promise.all([roots.tree, roots.scratch, roots.cache].map((path) => mkdir(path, { recursive: true })));
  return {
    roots,
    sandbox: (_around, argv) => argv,
    redactor: createRedactor(Object.values(secrets)),
    secrets: new Map(Object.entries(secrets).map(([name, text]) => [name, new Secret(text)])),
    environment: { PATH: process.env['PATH'] ?? '' },
    resolved: [],
    ...changes,
  };
}

/** Creates a sink that collects events. */
export function createEventCollector(): { events: InstallEvent[]; sink: EventSink } {
  const events: InstallEvent[] = [];
  return { events, sink: (event) => void events.push(event) };
}
