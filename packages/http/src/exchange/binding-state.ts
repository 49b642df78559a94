import { defined } from '@writ/diagnostics/internal';
import type { ValueError } from '../errors/http-error.ts';
import { MAX_ISSUES, type Failure } from '../types/failure.ts';
import { NO_BODY, type NamedBody } from './named-body.ts';

/** The state while a route's arguments are bound. If the request is passed on, the next route gets its own state. */
export class BindingState {
  /** The value of a `body` binding. */
  body: unknown = undefined;
  /** The named and positional values of the body. */
  named: NamedBody = NO_BODY;
  /** Whether a path value does not match and the route responds to that with 404, regardless of other issues. */
  pathMismatch = false;
  /** Whether the body could not be read. If so, missing values are not reported, because the body may contain them. */
  bodyFailed = false;
  /** The validation issues; undefined if there are none. */
  failures: ValueError[] | undefined = undefined;

  addIssue(source: string, name: string | undefined, failure: Failure): void {
    this.failures ??= [];
    for (const { code, detail, pointer } of failure.issues) {
      if (this.failures.length === MAX_ISSUES) return;
      this.failures.push({
        source,
        ...defined({ name }),
        code,
        detail,
        ...(pointer === '' ? {} : { pointer }),
      });
    }
  }
}
