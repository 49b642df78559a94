import { openSync, closeSync, truncateSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import type { InstallEvent, InstallRequest, InstallResult } from '@writ/installer';
import { IMAGE_SIZE } from './output-service.ts';

/** The ways in which {@link installByName} ends an installation. */
const outcomes = {
  'done.img': 'done',
  'other.img': 'done',
  'refused.img': 'refused',
  'interrupted.img': 'interrupted',
} as const;

const steps = [
  { id: 'download', title: 'Download and verify every package', weight: 30 },
  { id: 'disk', title: 'Create an image of 8589934592 bytes with its partition table', weight: 2 },
  { id: 'packages', title: 'Install base, linux, openssh and 140 others in one transaction', weight: 40 },
  { id: 'system', title: 'Set the timezone to Europe/Berlin', weight: 1 },
];

/**
 * An installer for which the name of the image determines the outcome. An installation onto another image runs until it
 * is cancelled.
 */
export async function installByName({ targets, signal, onEvent }: InstallRequest): Promise<InstallResult> {
  const [target = ''] = targets ?? [];
  const name = basename(target) as keyof typeof outcomes;
  const outcome = outcomes[name] ?? 'interrupted';
  const result = {
    outcome,
    findings: [],
    sources: [],
    resumable: outcome === 'interrupted',
    milliseconds: 1,
  };
  if (outcome === 'refused') {
    const message =
      'no mirror provides package databases: https://mirror.example/core/os/x86_64/core.db: connection refused';
    const failure = { id: 'preflight', message, next: 'Pass another mirror', tail: [] };
    return { ...result, failure };
  }
  let number = 0;
  const send = (event: Record<string, unknown>): void => {
    number += 1;
    onEvent?.({ ...event, number, time: new Date().toISOString() } as unknown as InstallEvent);
  };
  send({ type: 'start', id: 'whole', title: `Install to ${target}`, stage: 'disk', weight: 1 });
  const last = outcome === 'done' ? steps.length : 2;
  for (const [index, { id, title, weight }] of steps.entries()) {
    if (index > last) break;
    send({ type: 'start', id, parent: 'whole', title, stage: id, weight });
    for (let line = 1; line <= 60; line += 1) {
      send({ type: 'log', id, source: line % 25 === 0 ? 'stderr' : 'stdout', text: outputLine(id, line) });
    }
    if (index < last) send({ type: 'finish', id, outcome: 'done', milliseconds: 1 });
  }
  const bytes = { done: 412_000_000, total: 987_000_000 };
  if (outcome !== 'done') {
    send({ type: 'progress', id: 'packages', fraction: 0.4, total: 0.47, bytes });
    if (!(name in outcomes)) await untilAborted(signal);
    send({ type: 'finish', id: 'packages', outcome: 'interrupted', milliseconds: 1 });
  } else writeWritImage(target);
  send({ type: 'finish', id: 'whole', outcome, milliseconds: 1 });
  return result;
}

function outputLine(id: string, line: number): string {
  return line % 25 === 0
    ? `warning: directory permissions differ on /usr/share/${id}/package-${line}/: filesystem: 750, package: 755`
    : `(${line}/60) installing package-${line} from the step ${id}`;
}

const untilAborted = (signal: AbortSignal | undefined): Promise<unknown> =>
  new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));

/** Writes an empty file that the GUID of its partition table identifies as an image of Writ. */
function writeWritImage(path: string): void {
  const file = openSync(path, 'w');
  writeSync(file, 'EFI PART', 512, 'latin1');
  writeSync(file, Buffer.from('74697277000000808000000000000001', 'hex'), 0, 16, 512 + 56);
  closeSync(file);
  truncateSync(path, IMAGE_SIZE);
}
