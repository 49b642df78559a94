import { GET } from '../../src/index.ts';

/** A class that an injector is told of. */
export type Made<T> = abstract new (...args: any[]) => T;

/** An endpoint that needs no injector. */
export class Plain {
  @GET('/plain') one(): string {
    return 'plain';
  }
}
