import { BodyParam, Context, GET, Path, POST, PUT, rateLimit, RestResponse, Use } from '@writ/annotations';
import { requireViewer } from '../http/authenticate.ts';
import { Conduit } from '../http/conduit.ts';
import {
  credentials,
  type Credentials,
  newUser,
  type NewUser,
  userChanges,
  type UserChanges,
} from '../http/inputs.ts';
import { loginLimit } from '../http/login-limit.ts';
import { Viewer } from '../http/viewer.ts';
import { type Account, currentAccount, logIn, register, updateAccount } from '../services/users.ts';

@Path('/users')
export class Users {
  /** @throws {409} if another user has the name or the email address */
  @POST('/', BodyParam(newUser), Context(Conduit))
  async register(
    { user }: { user: NewUser },
    conduit: Conduit,
  ): Promise<RestResponse<{ user: Account }, 201>> {
    return RestResponse.status(201, { user: await register(conduit, user) });
  }

  /** @throws {401} if no user has this email address and password */
  @Use(rateLimit(loginLimit))
  @POST('/login', BodyParam(credentials), Context(Conduit))
  async logIn({ user }: { user: Credentials }, conduit: Conduit): Promise<{ user: Account }> {
    return { user: await logIn(conduit, user) };
  }
}

@Path('/user')
@Use(requireViewer)
export class CurrentUser {
  @GET('/', Context(Viewer), Context(Conduit))
  async get(viewer: Viewer, conduit: Conduit): Promise<{ user: Account }> {
    return { user: await currentAccount(conduit, viewer) };
  }

  /** @throws {409} if another user has the name or the email address */
  @PUT('/', BodyParam(userChanges), Context(Viewer), Context(Conduit))
  async update(
    { user }: { user: UserChanges },
    viewer: Viewer,
    conduit: Conduit,
  ): Promise<{ user: Account }> {
    return { user: await updateAccount(conduit, viewer, user) };
  }
}
