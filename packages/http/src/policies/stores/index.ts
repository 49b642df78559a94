/** @module Functions for stores of sessions, responses and counts in databases. */
export { limitCalls, storeError, type CallServer } from './limited-calls.ts';
export {
  deserializeEntry,
  deserializeSession,
  digestKey,
  serializeEntry,
  serializeSession,
  type StoredEntry,
} from './stored-data.ts';
