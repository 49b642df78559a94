import { BodyHandler, FileResponseWriter, RoutingContext } from '@writ/http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  BodyParam,
  Consumes,
  Context,
  GET,
  Path,
  PathParam,
  POST,
  ResponseWriter,
  RestBuilder,
} from '../../src/index.ts';
import { describeResponses, quietToolkit, createRouter } from './table.ts';

let root: string;
const page = '<html>\n    <body>\n        <p>Hello</p>\n    </body>\n</html>';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'writ-files-'));
  mkdirSync(join(root, 'html'));
  writeFileSync(join(root, 'html/index.html'), page);
});
afterAll(() => rmSync(root, { recursive: true }));

@Path('/docs')
class Docs {
  @GET('/{path:.*}') @ResponseWriter(FileResponseWriter) serve(
    @PathParam('path', String) path: string,
  ): string {
    return `html/${path}`;
  }
}

describeResponses(
  'static files',
  () => new RestBuilder(quietToolkit({ files: { root } })).register(Docs).build(),
  [
    ['F30-01', '/docs/index.html', page],
    [
      'F30-04 a file has the media type of its extension',
      '/docs/index.html',
      { status: 200, headers: { 'content-type': /^text\/html/ } },
    ],
    ['F30-01 a missing file results in 404', '/docs/other.html', { status: 404 }],
    ['F30-01 a file outside the root is not served', '/docs/%2e%2e%2f%2e%2e%2fetc%2fpasswd', { status: 404 }],
  ],
);

@Path('/upload')
class Upload {
  @POST('/file') file(@Context() { fileUploads }: RoutingContext): string {
    if (fileUploads.length === 0) return 'missing upload file!';
    return fileUploads
      .map(({ path, fileName, size }) => `${path.startsWith(root)} ${fileName} ${size}`)
      .join();
  }
}
const form = [
  '--x',
  'Content-Disposition: form-data; name="file"; filename="note.txt"',
  'Content-Type: text/plain',
  '',
  'hello',
  '--x--',
  '',
].join('\r\n');

describeResponses(
  'uploads',
  () =>
    new RestBuilder(quietToolkit())
      .register(Upload)
      .bodyHandler(new BodyHandler({ uploadsDirectory: join(root, 'uploads') }))
      .build(),
  [
    [
      'F30-06 a form may omit an optional file',
      { method: 'POST', url: '/upload/file' },
      'missing upload file!',
    ],
    [
      'F30-07 an upload is stored in the folder of the body handler until the request ends',
      {
        method: 'POST',
        url: '/upload/file',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: form,
      },
      'true note.txt 5',
    ],
  ],
);

@Path('/post')
@Consumes('application/json')
class PostJson {
  @POST('/json') post(@BodyParam(Object) body: object): object {
    return body;
  }
}

it('F32-02 an unknown Expect header is rejected (node)', async () => {
  const router = createRouter(PostJson);
  const server = router.toolkit.createServer(router);
  const { port } = await server.listen(0, '127.0.0.1');
  try {
    const status = await new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', expect: 'something' };
      const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/post/json', headers });
      sent.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      sent.end('{}');
    });
    expect(status).toBe(417);
  } finally {
    await server.close({ timeout: 0 });
  }
});
