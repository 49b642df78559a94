import {
  type Content,
  HttpError,
  type RateLimitOptions,
  redirect,
  type RestResponse,
} from '@writ/controllers';
import { markup } from '../../markup.ts';
import { Page } from '../../page.ts';
import { picturesOf } from '../../pictures.ts';
import { addComment, commentsOf, findPost } from '../../posts.ts';
import { Default as PictureFile } from '../pictures/[name].ts';

export class Default extends Page {
  GET(id: number): Content {
    const { title, text, written } = findPost(id);
    const pictures = picturesOf(id).map(
      ({ name }) => markup`<p><img src="${this.url(PictureFile, name)}" alt=""></p>`,
    );
    const comments = commentsOf(id).map(
      (comment) => markup`<li><b>${comment.name}</b>: ${comment.text}</li>`,
    );
    return this.page(
      title,
      markup`<p>${text}</p>
${pictures}
<p><time>${written}</time></p>
<ul>${comments}</ul>
<form method="post" action="${this.url(Comments, id)}">
<input name="name" placeholder="Name" required maxlength="50">
<textarea name="text" required maxlength="1000"></textarea>
<button>Comment</button>
</form>`,
    );
  }
}

export class Comments extends Page {
  /** Everyone can comment, at a limited rate. */
  static rateLimit: RateLimitOptions = { limit: 5, window: 60_000 };

  POST(id: number, { name, text }: { name: string; text: string }): RestResponse {
    if (name.length > 50 || text.length > 1000) throw new HttpError(400, 'the name or the text is too long');
    addComment(id, { name, text });
    return redirect(this.url(Default, id), 303);
  }
}
