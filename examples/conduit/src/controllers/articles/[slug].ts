import { type Filter, RestResponse } from '@writ/controllers';
import type { z } from 'zod';
import { Api } from '../../http/api.ts';
import { findOptionalViewer, requireViewer } from '../../http/authenticate.ts';
import type { articleChanges, newComment } from '../../http/inputs.ts';
import {
  type Article,
  favorite,
  findArticle,
  removeArticle,
  unfavorite,
  updateArticle,
} from '../../services/articles.ts';
import { addComment, type Comment, listComments, removeComment } from '../../services/comments.ts';

export class Default extends Api {
  static auth: Readonly<Record<'GET' | 'PUT' | 'DELETE', Filter>> = {
    GET: findOptionalViewer,
    PUT: requireViewer,
    DELETE: requireViewer,
  };

  /** @throws {404} if the article does not exist */
  async GET(slug: string): Promise<{ article: Article }> {
    return { article: await findArticle(this.conduit.database, slug, this.optionalViewer?.id) };
  }

  /**
   * @throws {403} if another user wrote the article
   * @throws {404} if the article does not exist
   * @throws {409} if another article has the same title
   */
  async PUT(slug: string, { article }: z.infer<typeof articleChanges>): Promise<{ article: Article }> {
    const db = await this.conduit.transaction();
    return { article: await updateArticle(db, slug, this.viewer.id, article) };
  }

  /**
   * @throws {403} if another user wrote the article
   * @throws {404} if the article does not exist
   */
  async DELETE(slug: string): Promise<void> {
    await removeArticle(await this.conduit.transaction(), slug, this.viewer.id);
  }
}

export class Favorite extends Api {
  static auth: Filter = requireViewer;

  /** @throws {404} if the article does not exist */
  async POST(slug: string, _body: Record<string, unknown>): Promise<{ article: Article }> {
    return { article: await favorite(await this.conduit.transaction(), slug, this.viewer.id) };
  }

  /** @throws {404} if the article does not exist */
  async DELETE(slug: string): Promise<{ article: Article }> {
    return { article: await unfavorite(await this.conduit.transaction(), slug, this.viewer.id) };
  }
}

export class Comments extends Api {
  static auth: Readonly<Record<'GET' | 'POST' | 'DELETE', Filter>> = {
    GET: findOptionalViewer,
    POST: requireViewer,
    DELETE: requireViewer,
  };

  /** @throws {404} if the article does not exist */
  async GET(slug: string): Promise<{ comments: readonly Comment[] }> {
    return { comments: await listComments(this.conduit.database, slug, this.optionalViewer?.id) };
  }

  /** @throws {404} if the article does not exist */
  async POST(
    slug: string,
    { comment }: z.infer<typeof newComment>,
  ): Promise<RestResponse<{ comment: Comment }, 201>> {
    const db = await this.conduit.transaction();
    return RestResponse.status(201, { comment: await addComment(db, slug, this.viewer.id, comment.body) });
  }

  /**
   * @throws {403} if another user wrote the comment
   * @throws {404} if the article or the comment does not exist
   */
  async DELETE(slug: string, id: number): Promise<void> {
    await removeComment(await this.conduit.transaction(), slug, id, this.viewer.id);
  }
}
