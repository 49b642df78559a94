import type {
  Install,
  InstallFailure,
  InstallOutcome,
  InstallState,
  StoredEvent,
} from '../records/install.ts';
import type { Job } from '../records/job.ts';

/** A row of a query, with the columns by name. */
export type Row = Readonly<Record<string, unknown>>;

export function toInstall(row: Row): Install {
  const { id, state, target, path, resume, digest, created, started, ended, failure, job, host } = row;
  const dropped = { events: Number(row['dropped_events']), bytes: Number(row['dropped_bytes']) };
  return {
    id: Number(id),
    state: String(state) as InstallState,
    target: String(target),
    path: String(path),
    resume: resume === 1,
    digest: String(digest),
    created: String(created),
    ...(started === null ? {} : { started: String(started) }),
    ...(ended === null ? {} : { ended: String(ended) }),
    resumable: row['can_resume'] === 1,
    ...(failure === null ? {} : { failure: JSON.parse(String(failure)) as InstallFailure }),
    ...(typeof job === 'string' ? { needs: (JSON.parse(job) as Job).missing } : {}),
    ...(dropped.events === 0 ? {} : { dropped }),
    ...(typeof host === 'string' ? { host } : {}),
  };
}

export function toStoredEvent({ number, type, data }: Row): StoredEvent {
  return { number: Number(number), type: String(type), data: String(data) };
}

/** Returns the `end` event of an installation, which contains its outcome. */
export function toEndEvent(
  number: number,
  { state, ended, resumable, failure, dropped }: InstallOutcome,
): StoredEvent {
  const data = {
    type: 'end',
    number,
    time: ended,
    state,
    resumable,
    ...(failure && { failure }),
    ...(dropped && { dropped }),
  };
  return { number, type: 'end', data: JSON.stringify(data) };
}
