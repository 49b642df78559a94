import { defined } from '@writ/diagnostics/internal';
import type { ValueError } from '../errors/http-error.ts';
import { MAX_ISSUES, type Failure } from '../types/failure.ts';
import { NO_BODY, type NamedBody } from './named-body.ts';

/**
 * The state of binding the arguments of one route. If the request is passed on, a new state is created for
 * the next route.
 */
export class BindingState {
  /** The value of a `body` binding. */
  body: unknown = undefined;
  /** The values of bindings by name and position. */
  named: NamedBody = NO_BODY;
  /**
   * Whether binding showed that the path does not match: the response is then 404, regardless of other
   * issues.
   */
  pathMismatch = false;
  /**
   * Whether the body could not be read. Missing values are then not reported, because they may have been in
   * it.
   */
  bodyFailed = false;
  /** The validation issues. */
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
