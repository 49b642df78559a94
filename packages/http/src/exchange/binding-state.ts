import { defined } from '@writ/diagnostics/internal';
import type { ValueError } from '../errors/http-error.ts';
import { MAX_ISSUES, type Failure } from '../types/failure.ts';
import { NO_BODY, type NamedBody } from './named-body.ts';

/** What binding has found of a request so far; the next route to which it is passed on begins with another. */
export class BindingState {
  /** The value of a `body` binding. */
  body: unknown = undefined;
  /** The values that bindings by name and place take. */
  named: NamedBody = NO_BODY;
  /** Whether the path does not fit the route after all: 404, whatever else is wrong. */
  pathMismatch = false;
  /** Whether the body could not be read; what is missing may have been in it. */
  bodyFailed = false;
  /** What is wrong with the values. */
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
