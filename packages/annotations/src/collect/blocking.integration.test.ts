import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { HttpRequest, HttpResponse, Toolkit } from '@writ/http';
import { expect, it, onTestFinished } from 'vitest';
import { nodeEnvironment } from '../../../../scripts/processes/node-environment.ts';
import { Blocking, BodyParam, Context, GET, Path, POST, RestRouter } from '../index.ts';

const none = import.meta.url;

@Path('/work')
@Blocking(none)
export class Work {
  @GET('/') one(): string {
    return 'one';
  }
}
@Blocking(none)
export class Bound {
  @GET('/') one(@Context() request: HttpRequest, @Context() response: HttpResponse): void {
    void [request, response];
  }
}
class Locked {
  readonly #key: number = 1;
  open(): number {
    return this.#key;
  }
}
@Blocking(none)
export class Keys {
  @GET('/a') a(): Locked {
    return new Locked();
  }
  @POST('/b') b(@BodyParam(Locked) locked: Locked): number {
    return locked.open();
  }
  @GET('/c') *c(): Generator<number> {
    yield 1;
  }
}
const problemsOf = (source: object): string[] =>
  RestRouter.register(new Toolkit({ inherit: false }), source)
    .diagnostics()
    .map(({ rule, message }) => `${rule}: ${message}`);

it('@Blocking on a class or a method records the module, class and method for the worker thread', () => {
  class Some {
    @GET('/slow') @Blocking('file:///elsewhere.js') slow(): void {}
    @GET('/fast') fast(): void {}
  }
  const placesOf = (type: new () => object): unknown[] => {
    const router = RestRouter.register(new Toolkit({ inherit: false }), type);
    return [...router.resolved().plans.keys()].map(({ blocking }) => blocking);
  };
  expect(placesOf(Work)).toMatchObject([{ module: none, name: 'Work', method: 'one' }]);
  expect(problemsOf(Some)).toEqual([
    'blocking: GET /slow (Some.slow): the module "file:///elsewhere.js" does not exist',
  ]);
});

it('@Blocking is not inherited and requires a class that a worker thread can instantiate', () => {
  class Below extends Work {}
  @Blocking(none)
  class Needy {
    readonly #name: string;
    constructor(name: string) {
      this.#name = name;
    }
    @GET('/') one(): string {
      return this.#name;
    }
  }
  expect(problemsOf(Below)).toEqual([
    'unavailable-in-worker: Below.one cannot run in a worker thread: its @Blocking names the module of a base class of Below',
  ]);
  expect(problemsOf(new Needy('one'))).toEqual([
    'unavailable-in-worker: Needy.one cannot run in a worker thread: the constructor of Needy takes arguments',
  ]);
  expect(problemsOf(Bound)).toEqual([
    expect.stringMatching('cannot be used in a worker thread'),
    expect.stringMatching('cannot be used in a worker thread'),
  ]);
});

it('@Blocking rejects arguments and results that a worker thread cannot transfer', () => {
  expect(problemsOf(Keys)).toEqual([
    'unavailable-in-worker: Keys.a cannot run in a worker thread: its result is Locked with #key, and private members are lost between threads',
    'blocking: POST /b (Keys.b): body cannot be transferred to a worker thread: Locked has #key',
    'blocking: GET /c (Keys.c): a generator cannot run in a worker thread: its values are not transferred',
  ]);
});

it('@Blocking reports a class that its module does not export by name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'writ-exports-'));
  const within = (name: string, text: string): string[] => {
    writeFileSync(join(folder, name), text);
    @Blocking(pathToFileURL(join(folder, name)).href)
    class Hidden {
      @GET('/a') a(): void {}
    }
    return problemsOf(Hidden);
  };
  const findings = [
    'unavailable-in-worker: Hidden.a cannot run in a worker thread: its module does not export Hidden',
  ];
  try {
    expect(within('a.ts', 'class Hidden {} export class Other {}')).toEqual(findings);
    expect(within('b.ts', 'export default class Hidden {}')).toEqual(findings);
    expect(within('c.ts', 'class Hidden {} export { Hidden as Shown };')).toEqual(findings);
    expect(within('d.ts', 'class Hidden {} export type { Hidden };')).toEqual(findings);
    expect(within('e.ts', '@Path("/") export class Hidden {}')).toEqual([]);
    expect(within('f.js', 'let Hidden = class {}; export { Hidden };')).toEqual([]);
    expect(within('g.ts', 'class Hidden {} export * from "./e.ts";')).toEqual([]);
    expect(within('h.ts', 'class Hidden { ')).toEqual([]);
    expect(within('i.js', 'exports.Hidden = class {};')).toEqual([]);
    expect(within('j.txt', 'export class Other {}')).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('the hint for an unexported @Blocking class suggests an export and the external modules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'writ-exports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bundle = join(folder, 'bundle.js');
  writeFileSync(bundle, 'var Reports2 = class {}; export const main = Reports2;');
  @Blocking(pathToFileURL(bundle).href)
  class Reports2 {
    @GET('/a') a(): void {}
  }
  const [finding] = RestRouter.register(new Toolkit({ inherit: false }), Reports2).diagnostics();
  expect(finding?.hint).toBe(
    'a worker thread imports the class by name: write "export class Reports2"; in a bundle, mark its module and the packages as external',
  );
});

/** Worker threads inherit the process's loader, which compiles decorators. */
it('a @Blocking method in decorated TypeScript runs in a worker thread', () => {
  const folder = mkdtempSync(join(tmpdir(), 'writ-blocking-'));
  try {
    symlinkSync(fileURLToPath(new URL('../../../../node_modules', none)), join(folder, 'node_modules'));
    writeFileSync(
      join(folder, 'images.ts'),
      `import { isMainThread, threadName } from 'node:worker_threads';
       import { Blocking, GET, Path, QueryParam } from '@writ/annotations';
       import { HttpError, int } from '@writ/http';
       @Path('/images') @Blocking(import.meta.url)
       export class Images {
         @GET('/where') where() { return { isMainThread, threadName }; }
         @GET('/area') area(@QueryParam('width', int) width: number, @QueryParam('height', int) height: number) { return width * height; }
         @GET('/gone') gone() { throw new HttpError(410, 'gone for good'); }
       }
       @Path('/texts')
       export class Texts {
         @GET('/here') here() { return isMainThread; }
         @GET('/there') @Blocking(import.meta.url) there() { return isMainThread; }
       }`,
    );
    writeFileSync(
      join(folder, 'main.ts'),
      `import { RestRouter } from '@writ/annotations';
       import { Toolkit } from '@writ/http';
       import { inject } from '@writ/http/testing';
       import { Images, Texts } from './images.ts';
       const toolkit = new Toolkit({ workerPoolSize: 1, workerPoolName: 'painter' });
       const router = RestRouter.register(toolkit, Images, Texts);
       const paths = ['/images/where', '/images/area?width=3&height=4', '/images/gone', '/images/area?width=x&height=4', '/texts/here', '/texts/there'];
       for (const path of paths) {
         const response = await inject(router, path);
         console.log(response.status, response.status === 200 ? response.text() : response.json().code);
       }
       await toolkit.close();`,
    );
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', '@writ/annotations/register', 'main.ts'],
      {
        cwd: folder,
        encoding: 'utf8',
        timeout: 120_000,
        env: { PATH: process.env['PATH'], ...nodeEnvironment },
      },
    );
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toEqual([
      '200 {"isMainThread":false,"threadName":"painter-1"}',
      '200 12',
      '410 status-410',
      '400 invalid-values',
      '200 true',
      '200 false',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
