import { type Filter, RestResponse } from '@writ/controllers';
import type { z } from 'zod';
import { Api } from '../../http/api.ts';
import { findOptionalViewer, requireViewer } from '../../http/authenticate.ts';
import type { articleFilter, newArticle, paging } from '../../http/inputs.ts';
import { type ArticleList, listArticles, listFeed } from '../../services/article-lists.ts';
import { type Article, createArticle } from '../../services/articles.ts';
import { Default as One } from './[slug].ts';

export class Default extends Api {
  static auth: Readonly<Record<'GET' | 'POST', Filter>> = { GET: findOptionalViewer, POST: requireViewer };

  GET(filter: z.infer<typeof articleFilter>): Promise<ArticleList> {
    return listArticles(this.conduit.database, filter, this.optionalViewer?.id);
  }

  async POST({ article }: z.infer<typeof newArticle>): Promise<RestResponse<{ article: Article }, 201>> {
    const created = await createArticle(await this.conduit.transaction(), this.viewer.id, article);
    return RestResponse.created(this.url(One, created.slug), { article: created });
  }
}

export class Feed extends Api {
  static auth: Filter = requireViewer;

  GET(page: z.infer<typeof paging>): Promise<ArticleList> {
    return listFeed(this.conduit.database, page, this.viewer.id);
  }
}
