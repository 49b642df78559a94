import { type Filter, HttpError, type RoutingContext } from '@writ/http';
import { describeFilter } from '@writ/http/openapi';
import { Conduit } from './conduit.ts';
import { Viewer } from './viewer.ts';

/** Responds with 401 unless the request has a valid `Authorization: Token JWT`. */
export const requireViewer: Filter = describeFilter(
  async (context, next) => {
    const viewer = await findViewer(context);
    if (viewer === undefined) throw unauthorized('is missing');
    context.data.set(Viewer, viewer);
    return next();
  },
  { challenge: 'Token', refuses: ['unauthorized'] },
);

/** Responds with 401 to an invalid token, but accepts requests without one. */
export const findOptionalViewer: Filter = describeFilter(
  async (context, next) => {
    context.data.set(Viewer, await findViewer(context));
    return next();
  },
  { challenge: 'Token', optional: true, refuses: ['unauthorized'] },
);

async function findViewer(context: RoutingContext): Promise<Viewer | undefined> {
  const header = context.request.headers.get('authorization');
  if (header === undefined) return undefined;
  const token = /^Token +(\S+)$/i.exec(header)?.[1];
  const { database, tokens } = Conduit.of(context);
  const session = token === undefined ? undefined : await tokens.verify(token);
  if (session === undefined) throw unauthorized('is invalid');
  const row = await database
    .selectFrom('users')
    .where('id', '=', session.userId)
    // A change of the password revokes earlier tokens.
    .where('passwordVersion', '=', session.passwordVersion)
    .select(['id', 'email', 'username', 'bio', 'image', 'passwordVersion'])
    .executeTakeFirst();
  if (row === undefined) throw unauthorized('is invalid');
  return new Viewer(row);
}

function unauthorized(detail: string): HttpError {
  return new HttpError('unauthorized', {
    errors: [{ source: 'header', name: 'token', code: 'invalid', detail }],
    headers: { 'www-authenticate': 'Token' },
  });
}
