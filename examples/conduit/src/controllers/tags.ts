import { Api } from '../http/api.ts';
import { listTags } from '../services/tags.ts';

export class Default extends Api {
  async GET(): Promise<{ tags: readonly string[] }> {
    return { tags: await listTags(this.conduit.database) };
  }
}
