import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Secret } from '@writ/diagnostics';
import type { InstallEvent, InstallRequest, InstallResult } from '@writ/installer';
import { onTestFinished } from 'vitest';
import type { Install, NewInstall } from '../records/install.ts';
import type { Job } from '../records/job.ts';
import type { Store } from '../store/store.ts';

/** Creates a folder that is deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'writ-service-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a file that the GUID of its partition table identifies as a Writ image. */
export function writeWritImage(path: string): void {
  const header = Buffer.alloc(512);
  header.write('EFI PART', 'latin1');
  Buffer.from('74697277000000808000000000000001', 'hex').copy(header, 56);
  writeFileSync(path, Buffer.concat([Buffer.alloc(512), header]));
}

export function newJob(more: Partial<Job> = {}): Job {
  return {
    config: '{}',
    hashes: {},
    needs: [],
    sealed: {},
    missing: [],
    agreed: '[]',
    rerunCommand: false,
    ...more,
  };
}

/** Adds a queued installation. */
export function addInstall(store: Store, more: Partial<NewInstall> = {}): Promise<Install> {
  return store.add({ ...newInstall(), ...more }, 'queued', () => newJob());
}

export function newInstall(target = 'disk.img'): NewInstall {
  return {
    target,
    path: `/images/${target}`,
    resume: false,
    digest: 'd'.repeat(64),
    created: '2026-11-20T10:00:00.000Z',
    configuration: '{}',
    documents: {},
  };
}

/** Adds log events with texts of 1,000 characters, until they have the given size. */
export async function appendEvents(store: Store, id: number, bytes: number): Promise<void> {
  const data = 'x'.repeat(1_000);
  const events = Array.from({ length: bytes / 1_000 }, (_, index) => ({
    number: index + 1,
    type: 'log',
    data,
  }));
  await store.append(id, events);
}

export function logEvent(number: number, text: string): InstallEvent {
  return { type: 'log', number, time: '2026-11-20T10:00:00.000Z', id: 'packages', source: 'stdout', text };
}

export function progressEvent(number: number, fraction: number, total: number): InstallEvent {
  return { type: 'progress', number, time: '2026-11-20T10:00:00.000Z', id: 'packages', fraction, total };
}

export function newResult(
  outcome: InstallResult['outcome'],
  more: Partial<InstallResult> = {},
): InstallResult {
  return { outcome, findings: [], sources: [], resumable: false, milliseconds: 1, ...more };
}

/** Creates a well-formed hash of each password without running a program. */
export function fakeHash(passwords: readonly Secret[]): Promise<string[]> {
  const hashes = passwords.map((password) => {
    const text = password.reveal();
    if (text.startsWith('$')) return text;
    const letters = createHash('sha512').update(text).digest('base64').replaceAll(/[+=]/g, '.');
    return `$6$${randomBytes(6).toString('hex')}$${letters.slice(0, 86)}`;
  });
  return Promise.resolve(hashes);
}

/** A call to a {@link heldInstaller}, which runs until the test ends it. */
export interface HeldRun {
  readonly request: InstallRequest;
  end(result: InstallResult): void;
  fail(error: unknown): void;
}

/** Creates an installer whose runs last until the test ends them; `runs` contains the runs that have started. */
export function heldInstaller(): {
  readonly runs: HeldRun[];
  readonly install: (request: InstallRequest) => Promise<InstallResult>;
} {
  const runs: HeldRun[] = [];
  return {
    runs,
    install: (request) =>
      new Promise((resolve, reject) => {
        runs.push({ request, end: resolve, fail: reject });
      }),
  };
}
