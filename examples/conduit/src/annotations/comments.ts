import {
  BodyParam,
  Context,
  DELETE,
  GET,
  int,
  optional,
  Path,
  PathParam,
  POST,
  RestResponse,
  Use,
} from '@writ/annotations';
import { findOptionalViewer, requireViewer } from '../http/authenticate.ts';
import { Conduit } from '../http/conduit.ts';
import { newComment, type NewComment } from '../http/inputs.ts';
import { Viewer } from '../http/viewer.ts';
import { addComment, type Comment, listComments, removeComment } from '../services/comments.ts';

@Path('/articles/{slug}/comments')
export class Comments {
  /** @throws {404} if the article does not exist */
  @GET('/', PathParam('slug', String), Context(Conduit), Context(optional(Viewer)))
  @Use(findOptionalViewer)
  async list(
    slug: string,
    { database }: Conduit,
    viewer?: Viewer,
  ): Promise<{ comments: readonly Comment[] }> {
    return { comments: await listComments(database, slug, viewer?.id) };
  }

  /** @throws {404} if the article does not exist */
  @POST('/', PathParam('slug', String), BodyParam(newComment), Context(Conduit), Context(Viewer))
  @Use(requireViewer)
  async add(
    slug: string,
    { comment }: { comment: NewComment },
    conduit: Conduit,
    viewer: Viewer,
  ): Promise<RestResponse<{ comment: Comment }, 201>> {
    const db = await conduit.transaction();
    return RestResponse.status(201, { comment: await addComment(db, slug, viewer.id, comment.body) });
  }

  /**
   * @throws {403} if another user wrote the comment
   * @throws {404} if the article or the comment does not exist
   */
  @DELETE('/{id}', PathParam('slug', String), PathParam('id', int), Context(Conduit), Context(Viewer))
  @Use(requireViewer)
  async remove(slug: string, id: number, conduit: Conduit, viewer: Viewer): Promise<void> {
    await removeComment(await conduit.transaction(), slug, id, viewer.id);
  }
}
