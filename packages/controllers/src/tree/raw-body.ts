import { HttpError, type RoutingContext } from '@writ/http';
import { isJsonType } from '../result/media-type.ts';

/** The body as it was sent; of a JSON body, which can only hold bytes as base64, those. */
export function bytesOf(
  { request, toolkit }: RoutingContext,
  body: Uint8Array | undefined,
): Uint8Array | undefined {
  const type = request.headers.get('content-type') ?? '';
  if (body === undefined || !isJsonType(type)) return body;
  const text = new TextDecoder().decode(body);
  let value: unknown;
  try {
    value = toolkit.json.parse(text);
  } catch {
    throw refused('malformed', 'is no JSON');
  }
  const isBase64 = typeof value === 'string' && value.length % 4 === 0 && /^[\w+/-]*={0,2}$/.test(value);
  if (!isBase64) throw refused('invalid', 'must be base64 in a string');
  return new Uint8Array(Buffer.from(value as string, 'base64'));
}

function refused(code: string, detail: string): HttpError {
  const errors = [{ source: 'body', code, detail }];
  return new HttpError('invalid-values', { detail: 'one value is missing or wrong', errors });
}
