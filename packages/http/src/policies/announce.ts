import type { ErrorCode } from '../errors/table.ts';
import type { Filter } from '../contract/filter.ts';

/** What a filter tells documents of itself: a function does not show what it refuses. */
export interface Announcement {
  /** What it asks for by `WWW-Authenticate`. */
  readonly challenge?: string;
  /** What it may answer instead of the route. */
  readonly refuses?: readonly ErrorCode[];
}

const announcements = new WeakMap<Filter, Announcement>();

/** The same filter, known for what it does. */
export function announce<F extends Filter>(filter: F, announcement: Announcement): F {
  announcements.set(filter, announcement);
  return filter;
}

/** Empty for a filter that nobody announced. */
export function announcementOf(filter: Filter): Announcement {
  return announcements.get(filter) ?? NONE;
}

const NONE: Announcement = {};
