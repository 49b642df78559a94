import { Context, DELETE, Path, PathParam, POST, Use } from '@writ/annotations';
import { requireViewer } from '../http/authenticate.ts';
import { Conduit } from '../http/conduit.ts';
import { Viewer } from '../http/viewer.ts';
import { type Article, favorite, unfavorite } from '../services/articles.ts';

@Path('/articles/{slug}/favorite')
@Use(requireViewer)
export class Favorites {
  /** @throws {404} if the article does not exist */
  @POST('/', PathParam('slug', String), Context(Conduit), Context(Viewer))
  async add(slug: string, conduit: Conduit, viewer: Viewer): Promise<{ article: Article }> {
    return { article: await favorite(await conduit.transaction(), slug, viewer.id) };
  }

  /** @throws {404} if the article does not exist */
  @DELETE('/', PathParam('slug', String), Context(Conduit), Context(Viewer))
  async remove(slug: string, conduit: Conduit, viewer: Viewer): Promise<{ article: Article }> {
    return { article: await unfavorite(await conduit.transaction(), slug, viewer.id) };
  }
}
