import { DefaultValue, optional, QueryParam } from '@writ/annotations';
import { z } from 'zod';

/** The query of a list of articles. */
export class PagingQuery {
  @QueryParam('limit', z.int().min(1).max(100)) @DefaultValue('20') limit!: number;
  @QueryParam('offset', z.int().min(0)) @DefaultValue('0') offset!: number;
}

export class ArticleQuery extends PagingQuery {
  @QueryParam('tag', optional(String)) tag?: string;
  @QueryParam('author', optional(String)) author?: string;
  @QueryParam('favorited', optional(String)) favorited?: string;
}
