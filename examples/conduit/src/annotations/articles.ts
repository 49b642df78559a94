import {
  BeanParam,
  BodyParam,
  Context,
  DELETE,
  GET,
  optional,
  Path,
  PathParam,
  POST,
  PUT,
  RestResponse,
  Use,
} from '@writ/annotations';
import { findOptionalViewer, requireViewer } from '../http/authenticate.ts';
import { Conduit } from '../http/conduit.ts';
import { articleChanges, type ArticleChanges, newArticle, type NewArticle } from '../http/inputs.ts';
import { Viewer } from '../http/viewer.ts';
import { type ArticleList, listArticles, listFeed } from '../services/article-lists.ts';
import {
  type Article,
  createArticle,
  findArticle,
  removeArticle,
  updateArticle,
} from '../services/articles.ts';
import { ArticleQuery, PagingQuery } from './article-parameters.ts';

@Path('/articles')
export class Articles {
  @GET('/', BeanParam(ArticleQuery), Context(Conduit), Context(optional(Viewer)))
  @Use(findOptionalViewer)
  list(query: ArticleQuery, { database }: Conduit, viewer?: Viewer): Promise<ArticleList> {
    return listArticles(database, query, viewer?.id);
  }

  @GET('/feed', BeanParam(PagingQuery), Context(Conduit), Context(Viewer))
  @Use(requireViewer)
  feed(query: PagingQuery, { database }: Conduit, viewer: Viewer): Promise<ArticleList> {
    return listFeed(database, query, viewer.id);
  }

  @POST('/', BodyParam(newArticle), Context(Conduit), Context(Viewer))
  @Use(requireViewer)
  async create(
    { article }: { article: NewArticle },
    conduit: Conduit,
    viewer: Viewer,
  ): Promise<RestResponse<{ article: Article }, 201>> {
    const created = await createArticle(await conduit.transaction(), viewer.id, article);
    return RestResponse.created(`/api/articles/${created.slug}`, { article: created });
  }

  /** @throws {404} if the article does not exist */
  @GET('/{slug}', PathParam('slug', String), Context(Conduit), Context(optional(Viewer)))
  @Use(findOptionalViewer)
  async get(slug: string, { database }: Conduit, viewer?: Viewer): Promise<{ article: Article }> {
    return { article: await findArticle(database, slug, viewer?.id) };
  }

  /**
   * @throws {403} if another user wrote the article
   * @throws {404} if the article does not exist
   * @throws {409} if another article has the same title
   */
  @PUT('/{slug}', PathParam('slug', String), BodyParam(articleChanges), Context(Conduit), Context(Viewer))
  @Use(requireViewer)
  async update(
    slug: string,
    { article }: { article: ArticleChanges },
    conduit: Conduit,
    viewer: Viewer,
  ): Promise<{ article: Article }> {
    return { article: await updateArticle(await conduit.transaction(), slug, viewer.id, article) };
  }

  /**
   * @throws {403} if another user wrote the article
   * @throws {404} if the article does not exist
   */
  @DELETE('/{slug}', PathParam('slug', String), Context(Conduit), Context(Viewer))
  @Use(requireViewer)
  async remove(slug: string, conduit: Conduit, viewer: Viewer): Promise<void> {
    await removeArticle(await conduit.transaction(), slug, viewer.id);
  }
}
