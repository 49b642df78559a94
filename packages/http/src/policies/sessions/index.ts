/** @module Sessions in a sealed cookie or a store. */
export { Session } from './session.ts';
export { sessionOf, sessions, type SessionsFilter, type SessionsOptions } from './sessions.ts';
export { sessionUser } from './session-user.ts';
export { memorySessions, type SessionRecord, type SessionStore } from './session-store.ts';
