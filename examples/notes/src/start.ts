import { GET, Path, PermitAll } from '@writ/annotations';

@Path('/')
@PermitAll()
export class Start {
  @GET()
  start(): object {
    return { notes: '/notes', changes: '/notes/changes', reference: '/reference' };
  }
}
