/** @module In-process requests, and one suite over every transport. */
export { inject, type InjectRequest, type InjectResponse } from './inject.ts';
export { describeTransports, type Client, type ClientFactory } from './transports.ts';
