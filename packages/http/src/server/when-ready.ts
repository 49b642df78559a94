import { HttpError } from '../errors/http-error.ts';
import type { Transport } from '../contract/transport.ts';
import { renderProblem } from '../protocol/problem-body.ts';
import { toProblem } from '../protocol/problem.ts';
import { pathOfTarget } from '../protocol/request-path.ts';
import type { Servable } from './servable.ts';

/**
 * Delays requests until the router has started, for servers that the application creates;
 * `Server.listen` waits anyway. If the router cannot start, logs the error and responds 503.
 */
export function whenReady<T extends Transport>(
  router: Servable,
  serve: (transport: T) => void,
): (transport: T) => void {
  let starting: Promise<unknown> | undefined;
  const refuse = (transport: T, error: unknown): void => {
    router.toolkit.logger.error({ error }, 'the router cannot start');
    respondUnavailable(router, transport);
  };
  return (transport) => {
    if (starting === undefined && !router.isBlocked) {
      try {
        serve(transport);
      } catch (error) {
        // Thrown if the routes are invalid.
        refuse(transport, error);
      }
      return;
    }
    if (starting === undefined) {
      starting = router.ready();
      starting.then(
        () => (starting = undefined),
        () => {},
      );
    }
    starting.then(
      () => serve(transport),
      (error: unknown) => refuse(transport, error),
    );
  };
}

function respondUnavailable({ toolkit }: Servable, transport: Transport): void {
  const error = new HttpError('unavailable');
  const problem = toProblem(error, pathOfTarget(transport.target), toolkit.problems.base);
  const { contentType, body } = renderProblem(problem, transport.header('accept'));
  transport.send(error.status, ['content-type', contentType, 'connection', 'close'], body);
}
