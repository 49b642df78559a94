import { Api } from '../../../../api.ts';
import { picturesOf, removeFiles } from '../../../../pictures.ts';
import { changePost, commentsOf, findPost, removePost, type Post } from '../../../../posts.ts';

export class Default extends Api {
  GET(id: number): object {
    return { ...findPost(id), pictures: picturesOf(id), comments: commentsOf(id) };
  }

  PATCH(id: number, changes: { title?: string; text?: string }): Post {
    return changePost(id, changes);
  }

  async DELETE(id: number): Promise<void> {
    const pictures = picturesOf(id);
    removePost(id);
    await removeFiles(pictures);
  }
}
