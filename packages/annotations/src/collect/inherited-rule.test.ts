import { Toolkit, type Logger } from '@writ/http';
import { expect, it } from 'vitest';
import { Authorize, DenyAll, GET, Path, PermitAll, RestRouter, RolesAllowed } from '../index.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

class Plans {
  getId(): string {
    return 'plans';
  }
  getAuthorizations(): boolean {
    return false;
  }
}

class Base {
  @GET('/open') @PermitAll() open(): string {
    return 'open';
  }
  @GET('/roles') @RolesAllowed('user') roles(): string {
    return 'roles';
  }
  @GET('/plain') plain(): string {
    return 'plain';
  }
}

@Path('/denied')
@DenyAll()
class Denied extends Base {
  override open(): string {
    return 'still open';
  }
}

@Path('/authorized')
@Authorize(Plans)
class Authorized extends Base {}

@Path('/permitted')
@PermitAll()
class Permitted extends Base {}

@Path('/same')
@RolesAllowed('user')
class Same extends Base {
  @DenyAll() override open(): string {
    return 'closed';
  }
}

const findingsOf = (type: new () => object): readonly (readonly unknown[])[] =>
  RestRouter.register(new Toolkit({ logger: silent }), type)
    .diagnostics()
    .filter(({ code }) => code === 'W2133')
    .map(({ severity, message, hint }) => [severity, message, hint]);

it('an inherited access rule causes a warning if the class has a stricter rule', () => {
  expect(findingsOf(Denied)).toEqual([
    [
      'warning',
      'Denied.open has @PermitAll, inherited from Base.open, instead of @DenyAll of its class',
      'declare the access rule on Denied.open itself',
    ],
    [
      'warning',
      'Denied.roles has @RolesAllowed("user"), inherited from Base.roles, instead of @DenyAll of its class',
      'declare the access rule on Denied.roles itself',
    ],
  ]);
  expect(findingsOf(Authorized)).toEqual([
    [
      'warning',
      'Authorized.open has @PermitAll, inherited from Base.open, instead of @Authorize of its class',
      'declare the access rule on Authorized.open itself',
    ],
  ]);
});

it('an access rule causes no warning if the method itself or its class declares the same rule', () => {
  expect(findingsOf(Same)).toEqual([]);
  expect(findingsOf(Permitted)).toEqual([]);
  expect(findingsOf(Base)).toEqual([]);
});

it('an inherited access rule applies despite the warning', async () => {
  const { fetch } = RestRouter.register(new Toolkit({ logger: silent }), Denied);
  const statuses = await Promise.all(
    ['open', 'plain'].map(async (path) => (await fetch(new Request(`http://a/denied/${path}`))).status),
  );
  expect(statuses).toEqual([200, 403]);
});
