import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventSink } from '../event.ts';
import { machineFacts } from '../machine/machine-facts.ts';
import { PROFILE_FILE } from '../../plan/operations/install-record.ts';
import type { PlanInputs } from './plan-inputs.ts';
import { createRecorder } from './event-recorder.ts';

/** The install record that a run stores in the installed system. */
export interface InstallRecord {
  readonly sink: EventSink;
  /** Starts writing files. Called as soon as the run can be resumed, and in every resumed run. */
  open(place: RecordLocation, packageLock: string): Promise<void>;
  /** Closes the files, which remain in case a later run resumes this one. */
  close(): void;
}

interface RecordLocation {
  /** The run's working folder. */
  readonly work: string;
  /** True if the run appends to the files of an earlier run. */
  readonly resumed: boolean;
}

export function createInstallRecord({ config, facts, profile }: PlanInputs): InstallRecord {
  const { sink, open: openFiles, close } = createRecorder();
  return {
    sink,
    close,
    open: async ({ work, resumed }, packageLock) => {
      const folder = recordFolder(work);
      if (!resumed) await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const files: readonly (readonly [name: string, text: string])[] = [
        ['packages.lock.json', packageLock],
        ['facts.json', formatJson(facts ?? (await machineFacts()))],
        ['config.json', formatJson(config)],
        ...(profile === undefined ? [] : [[PROFILE_FILE, formatJson(profile)] as const]),
      ];
      for (const [name, text] of files) await writeFile(join(folder, name), text, { mode: 0o600 });
      await openFiles(folder);
    },
  };
}

/** Returns the folder of the record during the run. The folder is removed when the run is complete. */
export function recordFolder(work: string): string {
  return join(work, 'record');
}

function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
