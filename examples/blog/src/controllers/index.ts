import { type CacheOptions, type Content, Controller, HttpError } from '@writ/controllers';
import { markup } from '../markup.ts';
import { Page } from '../page.ts';
import { listPosts } from '../posts.ts';
import { Default as PostPage } from './posts/[id].ts';

export class Default extends Page {
  /** Also answers all unknown addresses, so that browsers receive an error page. */
  GET({ search = '' }: { search?: string }, ...path: string[]): Content {
    if (path.length > 0) throw new HttpError(404, `there is nothing at /${path.join('/')}`);
    const items = listPosts(search, 20).map(
      ({ id, title }) => markup`<li><a href="${this.url(PostPage, id)}">${title}</a></li>`,
    );
    return this.page('A blog', markup`<ul>${items}</ul>`);
  }
}

export class Style_css extends Controller {
  static cache: CacheOptions = { maxAge: 3600 };

  GET(): string {
    return 'body { max-width: 40rem; margin: auto; font-family: sans-serif } img { max-width: 100% }\n';
  }
}

export class Robots_txt extends Controller {
  GET(): string {
    return 'User-agent: *\nDisallow: /api/\n';
  }
}
