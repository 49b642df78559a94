import { HttpError, type ValueError } from '../../errors/http-error.ts';
import { renderProblem } from '../../protocol/problem-body.ts';
import { toProblem } from '../../protocol/problem.ts';
import type { HttpRequest } from '../../contract/http-request.ts';
import type { HttpResponse } from '../../contract/http-response.ts';
import type { ExceptionHandler } from '../../contract/roles.ts';

/**
 * A 400 whose `errors` lists all values in the request that are missing, cannot be converted or violate a constraint.
 */
export class ConstraintException extends HttpError {
  constructor(detail: string, errors: readonly ValueError[]) {
    super('invalid-values', { detail, errors });
  }
}

/**
 * The default handler of {@link ConstraintException}. It responds with a problem document that contains a pointer to
 * each value. To change the response, register another handler for `ConstraintException`, or extend this class.
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
