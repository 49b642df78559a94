import { RestResponse } from '@writ/controllers';
import { Api } from '../../../api.ts';
import { addPost, listPosts, type Post } from '../../../posts.ts';
import { Default as One } from './[id]/index.ts';

interface NewPost {
  title: string;
  /** Plain text, which pages escape. */
  text?: string;
}

export class Default extends Api {
  /** Lists posts, newest first. */
  GET({ search = '', limit = 20 }: { search?: string; limit?: number }): readonly Post[] {
    return listPosts(search, Math.min(Math.max(Math.trunc(limit), 1), 100));
  }

  POST({ title, text = '' }: NewPost): RestResponse {
    const post = addPost(title, text);
    return RestResponse.created(this.url(One, post.id), post);
  }
}
