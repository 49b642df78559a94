import { cors, csrf, HttpError, RestResponse, Toolkit, type RoutingContext } from '@writ/http';
import { describeTransports } from '@writ/http/testing/transports';
import { expect, it } from 'vitest';
import { ApplicationPath, Authenticate, GET, Path, POST, RestBuilder, Use } from '../../src/index.ts';

const A = 'https://a.example';
const B = 'https://b.example';

@ApplicationPath('/api')
@Path('/notes')
@Use(cors({ origin: [A] }))
class Notes {
  @GET('/all') all() {
    return [];
  }
  @POST('/broken') @Use(csrf()) broken(_text: string): RestResponse {
    throw new HttpError('conflict');
  }
}

@Path('/api/notes/shared')
@Use(cors({ origin: [B] }))
class Shared {
  @GET() all() {
    return [];
  }
}

class CookieAuthentication {
  readonly cookie = 'sid';
  provideCredentials({ request }: RoutingContext) {
    return { token: request.cookies['sid'] ?? '' };
  }
  authenticate() {
    return { principal: {}, authorizations: {} };
  }
}

@Path('/account')
@Authenticate(CookieAuthentication)
class Account {
  @POST() close() {
    return 'closed';
  }
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const build = () => new RestBuilder(new Toolkit({ logger: silent }));

describeTransports('annotated classes with cors', (serve) => {
  it('let pages of allowed origins read errors below the longest matching path', async () => {
    const client = await serve(build().register(Notes, Shared).build());
    const send = async (method: string, url: string): Promise<unknown[]> => {
      const readers: unknown[] = [];
      let status = 0;
      for (const origin of [A, B]) {
        const response = await client({ method, url, headers: { origin, 'sec-fetch-site': 'cross-site' } });
        status = response.status;
        if (response.headers['access-control-allow-origin'] === origin) readers.push(origin);
      }
      return [status, ...readers];
    };
    expect(await send('GET', '/api/notes/all')).toEqual([200, A]);
    expect(await send('GET', '/api/notes/none')).toEqual([404, A]);
    expect(await send('PUT', '/api/notes/all')).toEqual([405, A]);
    expect(await send('OPTIONS', '/api/notes/all')).toEqual([204, A]);
    expect(await send('POST', '/api/notes/broken')).toEqual([403, A]);
    expect(await send('GET', '/api/notes/shared/none')).toEqual([404, B]);
    expect(await send('GET', '/api/none')).toEqual([404]);
  });
});

it('@Authenticate with a cookie provider but without csrf is a warning', () => {
  const codes = (builder: RestBuilder): string[] =>
    builder
      .build()
      .diagnostics()
      .flatMap(({ code, message }) => (code === 'W2018' ? [message] : []));
  expect(codes(build().register(Account))).toEqual([
    expect.stringMatching(/^POST \/account .*CookieAuthentication reads credentials from a cookie/),
  ]);
  expect(codes(build().register(Account).use(csrf()))).toEqual([]);
});
