import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventSink } from '../event.ts';
import type { ResolvedPackage } from '../journal-record.ts';
import { machineFacts } from '../machine/machine-facts.ts';
import { renderLock } from '../package-lock/render.ts';
import { PROFILE_FILE } from '../../plan/operations/install-record.ts';
import type { PlanInputs } from './plan-inputs.ts';
import { createRecorder } from './event-recorder.ts';

/** What a run leaves in the system that it installs. */
export interface InstallRecord {
  readonly sink: EventSink;
  /** Once there is something to resume, and again in every run that resumes it. */
  begin(place: RecordLocation, packages: RecordedPackages): Promise<void>;
  /** The run is over; what it wrote stays for the next one. */
  close(): void;
}

interface RecordLocation {
  /** The run's own folder. */
  readonly work: string;
  /** What an earlier run wrote is continued. */
  readonly resumed: boolean;
}

interface RecordedPackages {
  readonly resolved: readonly ResolvedPackage[];
  /** Addresses from which they can be fetched. */
  readonly mirrors: readonly string[];
}

export function createInstallRecord({ config, facts, profile }: PlanInputs): InstallRecord {
  const { sink, open, close } = createRecorder();
  return {
    sink,
    close,
    begin: async ({ work, resumed }, packages) => {
      const folder = recordFolder(work);
      if (!resumed) await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const files: readonly (readonly [name: string, text: string])[] = [
        ['packages.lock.json', renderLock(packages)],
        ['facts.json', formatJson(facts ?? (await machineFacts()))],
        ['config.json', formatJson(config)],
        ...(profile === undefined ? [] : [[PROFILE_FILE, formatJson(profile)] as const]),
      ];
      for (const [name, text] of files) await writeFile(join(folder, name), text, { mode: 0o600 });
      await open(folder);
    },
  };
}

/** In the run's own folder; goes when the run is complete. */
export function recordFolder(work: string): string {
  return join(work, 'record');
}

function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
