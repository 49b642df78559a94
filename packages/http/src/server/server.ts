import type { Server as NodeServer } from 'node:http';
import type { Router } from '../router.ts';
import type { Toolkit } from '../toolkit.ts';

export interface ServerOptions {
  /** Milliseconds that the headers of a request may take to arrive; 10 s when not given. */
  readonly headersTimeout?: number;
  /** Milliseconds that a whole request may take to arrive; 5 min when not given. */
  readonly requestTimeout?: number;
  /** Milliseconds that an idle connection is kept; 5 s when not given. */
  readonly keepAliveTimeout?: number;
}

export interface Address {
  readonly host: string;
  readonly port: number;
  /** Such as `http://127.0.0.1:8080`. */
  readonly url: string;
}

/** A request that a shutdown did not let finish. */
export interface CutRequest {
  readonly method: string;
  readonly path: string;
  /** Milliseconds since it began. */
  readonly age: number;
}

export interface CloseReport {
  /** Requests in flight when the shutdown began that finished in time. */
  readonly finished: number;
  readonly cut: readonly CutRequest[];
}

export interface Server {
  /** Port 0 takes a free one. The host is all interfaces when not given. */
  listen(port: number, host?: string): Promise<Address>;
  /**
   * Takes no more requests, closes idle connections, lets requests in flight finish for `timeout` ms (10 s when not
   * given), then aborts their signals, gives them 500 ms to end politely, and cuts the rest.
   */
  close(options?: { readonly timeout?: number }): Promise<CloseReport>;
  readonly node: NodeServer;
}

export declare function createServer(toolkit: Toolkit, router: Router, options: ServerOptions): Server;
