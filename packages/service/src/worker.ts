/** @module Workers, which run the installations that servers with a shared PostgreSQL database accept. */
export { createWorker, type RunningWorker, type WorkerOptions } from './fleet/create-worker.ts';
