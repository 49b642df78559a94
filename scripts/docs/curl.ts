/** Implements the subset of curl that the pages use, so that tests do not need curl. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { splitWords } from './shell-words.ts';

export interface Answer {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

interface CurlRequest {
  method: string | undefined;
  url: string;
  readonly headers: [string, string][];
  readonly data: Buffer[];
  readonly form: FormData;
  isForm: boolean;
}

const SWITCHES = new Set(['-i', '-s', '-N', '-sN', '--path-as-is']);

/** Time in milliseconds to wait for a response. A busy machine may take seconds to start a worker thread. */
export const ANSWER_TIMEOUT = 60_000;

/** Sends the request of a `curl` line to `port` instead of port 8080. File names are relative to `folder`. */
export async function curl(line: string, port: number, folder: string): Promise<Answer> {
  const parsed = await parseLine(line, folder);
  const [, target = ''] = /^(?:http:\/\/)?localhost:8080(\/.*)?$/.exec(parsed.url) ?? [];
  if (target === '' && !parsed.url.endsWith(':8080'))
    throw new Error(`${line}: the address must be localhost:8080`);
  const body = await encodeBody(parsed);
  const headers = new Map([['accept', '*/*'], ...body.headers, ...parsed.headers]);
  return await new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: target || '/',
        method: parsed.method ?? (body.bytes === undefined ? 'GET' : 'POST'),
        headers: Object.fromEntries(headers),
        agent: false,
        timeout: ANSWER_TIMEOUT,
      },
      (response) => {
        buffer(response).then(
          (bytes) =>
            resolve({
              status: response.statusCode!,
              headers: Object.fromEntries(
                Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
              ),
              text: bytes.toString('utf8'),
            }),
          reject,
        );
      },
    );
    sent
      .on('error', reject)
      .on('timeout', () => sent.destroy(new Error(`${line}: no response in ${ANSWER_TIMEOUT} ms`)));
    sent.end(body.bytes);
  });
}

async function parseLine(line: string, folder: string): Promise<CurlRequest> {
  const [program, ...words] = splitWords(line);
  if (program !== 'curl') throw new Error(`${line}: only curl is supported`);
  const parsed: CurlRequest = {
    method: undefined,
    url: '',
    headers: [],
    data: [],
    form: new FormData(),
    isForm: false,
  };
  const fileOr = (text: string): Buffer =>
    text.startsWith('@') ? readFileSync(join(folder, text.slice(1))) : Buffer.from(text);
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const value = (): string => words.shift() ?? '';
    if (SWITCHES.has(word)) continue;
    if (!word.startsWith('-')) parsed.url = word;
    else if (word === '-I') parsed.method = 'HEAD';
    else if (word === '-X') parsed.method = value();
    else if (word === '-H') parsed.headers.push(parseHeader(value()));
    else if (word === '-b') parsed.headers.push(['cookie', value()]);
    else if (word === '-r') parsed.headers.push(['range', `bytes=${value()}`]);
    else if (word === '-u') parsed.headers.push(['authorization', `Basic ${btoa(value())}`]);
    else if (word === '-d' || word === '--data-binary') parsed.data.push(fileOr(value()));
    else if (word === '--json') {
      parsed.data.push(fileOr(value()));
      parsed.headers.unshift(['content-type', 'application/json'], ['accept', 'application/json']);
    } else if (word === '-F') {
      parsed.isForm = true;
      addField(parsed.form, value(), folder);
    } else throw new Error(`${line}: ${word} is not supported`);
  }
  return parsed;
}

function parseHeader(text: string): [string, string] {
  const colon = text.indexOf(':');
  return [text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim()];
}

/** Adds a field: `name=text` or `name=@file`, with an optional `;type=…`. */
function addField(form: FormData, text: string, folder: string): void {
  const [, name = '', value = '', type = 'application/octet-stream'] =
    /^([^=]+)=(.*?)(?:;type=(\S+))?$/.exec(text) ?? [];
  if (!value.startsWith('@')) return form.append(name, value);
  const path = value.slice(1);
  form.append(name, new Blob([readFileSync(join(folder, path))], { type }), basename(path));
}

async function encodeBody({
  isForm,
  form,
  data,
}: CurlRequest): Promise<{ bytes?: Buffer; headers: [string, string][] }> {
  if (isForm) {
    const encoded = new Response(form);
    const bytes = Buffer.from(await encoded.arrayBuffer());
    return { bytes, headers: [['content-type', encoded.headers.get('content-type')!], contentLength(bytes)] };
  }
  if (data.length === 0) return { headers: [] };
  const bytes = Buffer.from(data.map(String).join('&'));
  return { bytes, headers: [['content-type', 'application/x-www-form-urlencoded'], contentLength(bytes)] };
}

function contentLength(bytes: Buffer): [string, string] {
  return ['content-length', String(bytes.byteLength)];
}

/** The part of a response that a page contains: of a problem document, its errors, detail or title; else the body. */
export function summarizeAnswer({ headers, text }: Answer): string {
  if (headers['content-type'] !== 'application/problem+json') return text;
  const { title, detail, errors } = JSON.parse(text) as {
    title: string;
    detail?: string;
    errors?: { source: string; name?: string; pointer?: string; detail: string }[];
  };
  if (errors === undefined) return detail ?? title;
  const lines = errors.map(({ source, name = source, pointer = '', detail: what }) =>
    pointer === '' ? `${name}: ${what}` : `${name} ${pointer}: ${what}`,
  );
  return lines.join('; ');
}
