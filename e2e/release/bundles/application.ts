/** Source files of an application with both front ends. */
export const application: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2024',
      module: 'nodenext',
      strict: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      skipLibCheck: true,
      types: [],
      outDir: 'compiled',
      rootDir: '.',
    },
    include: ['*.ts', 'app'],
  }),
  'levels.ts': `
    export enum Level { Debug = 'debug', Info = 'info' }`,
  'app/hello.ts': `
    import { Controller } from '@writ/controllers';
    import { Level } from '../levels.ts';
    export class Default extends Controller {
      GET(name: string, { times = 1 }: { times?: number }) { return name.repeat(times); }
      PUT({ level, sort = 'asc' }: { level: Level, sort?: 'asc' | 'desc' }) { return [level, sort]; }
    }`,
  'annotated.ts': `
    import { BeanParam, FormParam, GET, Path, PathParam, POST, PUT, QueryParam, RestRouter } from '@writ/annotations';
    import { array, int, Toolkit } from '@writ/http';
    import './annotations.gen.ts';
    import { Level } from './levels.ts';
    export class Order { @QueryParam('sort') sort: 'asc' | 'desc' = 'asc'; }
    @Path('/notes')
    export class Notes {
      @GET('/{id}') one(@PathParam('id', int) id: number) { return { id }; }
      @POST('/') add(@FormParam('title', array(String)) titles: string[]) { return { titles }; }
      @PUT('/') order(@QueryParam('level') level: Level, @BeanParam() { sort }: Order) { return [level, sort]; }
    }
    export const { fetch } = RestRouter.register(new Toolkit(), Notes);`,
  'both.ts': `
    import { Application } from '@writ/controllers';
    import { fetch as annotated } from './annotated.ts';
    import { controllers } from './controllers.gen.ts';
    const { fetch: controlled } = Application.from(controllers);
    const answer = (request: Request): Promise<Response> =>
      new URL(request.url).pathname.startsWith('/notes') ? annotated(request) : controlled(request);
    export default { fetch: answer };`,
  // This route needs a worker thread, which a bundle cannot start.
  'blocking.ts': `
    import { Blocking, GET, Path, RestRouter } from '@writ/annotations';
    import { Toolkit } from '@writ/http';
    @Path('/hash')
    @Blocking('file:///')
    export class Hash { @GET('/') hash() { return 'x'; } }
    RestRouter.register(new Toolkit(), Hash).build();`,
  // Prints the responses to the requests in \`requests\`.
  'main.ts': `
    import both from './both.ts';
    const form = new FormData();
    form.append('title', 'milk');
    form.append('title', 'bread');
    const requests = [
      new Request('http://localhost/notes/7'),
      new Request('http://localhost/notes/seven'),
      new Request('http://localhost/notes', { method: 'POST', body: form }),
      new Request('http://localhost/hello/Ada?times=2'),
      ...['notes', 'hello'].flatMap((path) => ['level=info&sort=desc', 'level=warn&sort=up'].map((query) =>
        new Request(\`http://localhost/\${path}?\${query}\`, { method: 'PUT' }))),
    ];
    void (async () => {
      for (const request of requests) {
        const response = await both.fetch(request);
        console.log(response.status, (await response.text()).slice(0, 40));
      }
    })();`,
};

/** Output of `main.ts`. */
export const printed = `200 {"id":7}
400 {"type":"urn:writ:problem:invalid-values
200 {"titles":["milk","bread"]}
200 "AdaAda"
200 ["info","desc"]
400 {"type":"urn:writ:problem:invalid-values
200 ["info","desc"]
400 {"type":"urn:writ:problem:invalid-values
`;
