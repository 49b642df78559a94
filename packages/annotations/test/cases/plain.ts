import { GET } from '../../src/index.ts';

/** A class that the injector creates. */
export type Made<T> = abstract new (...args: any[]) => T;

/** An endpoint without dependencies. */
export class Plain {
  @GET('/plain') one(): string {
    return 'plain';
  }
}
