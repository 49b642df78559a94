import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A measured request, and the response that every server must send. */
export interface Scenario {
  readonly name: string;
  readonly request: string;
  readonly status: number;
  /** The body; absent if the servers word it differently. */
  readonly body?: string;
  /** Number of requests per round. */
  readonly count: number;
  readonly connections: number;
  /** Number of additional connections that send nothing. */
  readonly idle?: number;
}

export const UPLOAD_SIZE: number = 10_000_000;
export const FILE_SIZE = 64_000;
export const REGEX_ROUTES = 200;
export const TOKEN = 'secret';

const get = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`;
const upload = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/octet-stream\r\n` +
  `content-length: ${UPLOAD_SIZE}\r\n\r\n${'x'.repeat(UPLOAD_SIZE)}`;

const UPLOADS = { status: 200, body: String(UPLOAD_SIZE), count: 8, connections: 2 };
const SHORT = { count: 1000, connections: 32 };

/** The measured scenarios. */
export const SCENARIOS: readonly Scenario[] = [
  { name: '10 MB, collected', request: upload('/collected'), ...UPLOADS },
  { name: '10 MB, streamed', request: upload('/streamed'), ...UPLOADS },
  {
    name: '64 kB file',
    request: get('/files/page.txt'),
    status: 200,
    body: 'x'.repeat(FILE_SIZE),
    count: 300,
    connections: 8,
  },
  {
    name: `${REGEX_ROUTES} routes with regular expressions`,
    request: get('/r150/42'),
    status: 200,
    body: '42',
    ...SHORT,
  },
  { name: '404', request: get('/nowhere'), status: 404, ...SHORT },
  {
    name: 'authorization and event',
    request: get('/guarded', `x-token: ${TOKEN}\r\n`),
    status: 200,
    body: 'guarded',
    ...SHORT,
  },
  {
    name: '50 busy, 1,000 idle connections',
    request: get('/hello'),
    status: 200,
    body: 'hello',
    count: 1000,
    connections: 50,
    idle: 1000,
  },
];

/** Creates a folder with the file, which is deleted when the process ends. Returns its path. */
export function createFileFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'writ-bench-files-'));
  writeFileSync(join(folder, 'page.txt'), 'x'.repeat(FILE_SIZE));
  process.on('exit', () => rmSync(folder, { recursive: true }));
  process.on('SIGTERM', () => process.exit());
  return folder;
}

/** Requests that every server must reject, with their statuses. */
export const REJECTED: readonly (readonly [request: string, status: number])[] = [
  [get('/r150/x'), 404],
  [get('/files/absent.txt'), 404],
  [get('/guarded'), 401],
  [get('/guarded', 'x-token: guest\r\n'), 403],
];

/** The users of the guarded route, by token. */
export const USERS: ReadonlyMap<string, readonly string[]> = new Map([
  [TOKEN, ['admin']],
  ['guest', ['guest']],
]);
