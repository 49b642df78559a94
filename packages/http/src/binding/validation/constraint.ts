import { HttpError, type ValueError } from '../../errors/http-error.ts';
import { renderProblem } from '../../protocol/problem-body.ts';
import { toProblem } from '../../protocol/problem.ts';
import type { HttpRequest } from '../../contract/http-request.ts';
import type { HttpResponse } from '../../contract/http-response.ts';
import type { ExceptionHandler } from '../../contract/roles.ts';

/** 400: values of the request that are missing, do not convert or break a constraint, all of them in `errors`. */
export class ConstraintException extends HttpError {
  constructor(detail: string, errors: readonly ValueError[]) {
    super('invalid-values', { detail, errors });
  }
}

/**
 * The default handler of such requests: responds with a problem document that has a pointer for each value. Register
 * your own handler for `ConstraintException` to respond differently, or extend this one.
 */
export class ConstraintExceptionHandler implements ExceptionHandler<ConstraintException> {
  static readonly type: typeof ConstraintException = ConstraintException;

  write(exception: ConstraintException, request: HttpRequest, response: HttpResponse): void | Promise<void> {
    const accept = request.headers.get('accept') ?? undefined;
    const { base } = request.context.toolkit.problems;
    const { contentType, body } = renderProblem(toProblem(exception, request.path, base), accept);
    response.headers.set('content-type', contentType);
    response.headers.append('vary', 'accept');
    response.end(body);
  }
}
