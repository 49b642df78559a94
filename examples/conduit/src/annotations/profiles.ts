import { Context, DELETE, GET, optional, Path, PathParam, POST, Use } from '@writ/annotations';
import { findOptionalViewer, requireViewer } from '../http/authenticate.ts';
import { Conduit } from '../http/conduit.ts';
import { Viewer } from '../http/viewer.ts';
import { findProfile, follow, type Profile, unfollow } from '../services/profiles.ts';

@Path('/profiles/{username}')
export class Profiles {
  /** @throws {404} if the user does not exist */
  @GET('/', PathParam('username', String), Context(Conduit), Context(optional(Viewer)))
  @Use(findOptionalViewer)
  async get(username: string, { database }: Conduit, viewer?: Viewer): Promise<{ profile: Profile }> {
    return { profile: await findProfile(database, username, viewer?.id) };
  }

  /** @throws {404} if the user does not exist */
  @POST('/follow', PathParam('username', String), Context(Conduit), Context(Viewer))
  @Use(requireViewer)
  async follow(username: string, conduit: Conduit, viewer: Viewer): Promise<{ profile: Profile }> {
    return { profile: await follow(await conduit.transaction(), username, viewer.id) };
  }

  /** @throws {404} if the user does not exist */
  @DELETE('/follow', PathParam('username', String), Context(Conduit), Context(Viewer))
  @Use(requireViewer)
  async unfollow(username: string, conduit: Conduit, viewer: Viewer): Promise<{ profile: Profile }> {
    return { profile: await unfollow(await conduit.transaction(), username, viewer.id) };
  }
}
