import { Context, GET, Path } from '@writ/annotations';
import { Conduit } from '../http/conduit.ts';
import { listTags } from '../services/tags.ts';

@Path('/tags')
export class Tags {
  @GET('/', Context(Conduit))
  async list({ database }: Conduit): Promise<{ tags: readonly string[] }> {
    return { tags: await listTags(database) };
  }
}
