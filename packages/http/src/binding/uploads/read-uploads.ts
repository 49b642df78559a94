import type { Exchange } from '../../exchange/exchange.ts';
import { NO_BODY, type NamedBody } from '../../exchange/named-body.ts';
import { queryFromMap } from '../../protocol/query.ts';
import { withProviderTimeout } from '../../exchange/provider-timeout.ts';
import type { BodyHandlerLike, FormBody } from '../../contract/roles.ts';
import type { FileUpload } from '../../contract/file-upload.ts';

/** Reads the multipart form of a request as named values, and stores its files in `context.fileUploads`. */
export async function readUploads(exchange: Exchange, handler: BodyHandlerLike): Promise<NamedBody> {
  // A route that passed the request on may have read the form already.
  const form = (exchange.form ??= await readMultipart(exchange, handler));
  return toNamedBody(form);
}

/**
 * Reads the form within the sum of two time limits: the limit for the body and the limit for providers, which also
 * applies to the body handler.
 */
async function readMultipart(exchange: Exchange, handler: BodyHandlerLike): Promise<FormBody> {
  if (handler.maxTotal !== undefined) exchange.body.raiseLimit(handler.maxTotal);
  const { bodyTime, provider } = exchange.limits;
  const reading = Promise.resolve(handler.read(exchange.request, exchange.limits));
  // Before a body handler fails, it deletes the files that it has stored, and a shutdown must wait until it has done
  // so.
  exchange.toolkit.background.run(
    'a form',
    () => reading,
    () => {},
  );
  try {
    return await withProviderTimeout(exchange, 'body handler', reading, bodyTime + provider);
  } catch (error) {
    // Deletes the files of a form that arrives after the time limit.
    reading.then(
      (late) => discardForm(late, exchange),
      () => {},
    );
    throw error;
  }
}

function toNamedBody({ fields, files }: FormBody): NamedBody {
  const texts = new Map<string, string[]>();
  for (const [name, value] of fields) append(texts, name, value);
  const byName = new Map<string, FileUpload[]>();
  for (const file of files) append(byName, file.name, file);
  return { ...NO_BODY, form: queryFromMap(texts), files: byName };
}

function append<T>(map: Map<string, T[]>, name: string, value: T): void {
  const others = map.get(name);
  if (others === undefined) map.set(name, [value]);
  else others.push(value);
}

/** Deletes uploaded files unless `keep()` was called. Called after the end of every request. */
export function discardUploads(exchange: Exchange): void {
  if (exchange.form !== undefined) discardForm(exchange.form, exchange);
}

/** Discards a form in the background; a shutdown waits for it. */
function discardForm(form: FormBody, { toolkit }: Exchange): void {
  toolkit.background.run(
    'the files of a form',
    () => form.discard?.(),
    (error) => toolkit.logger.error({ error }, 'uploaded files could not be deleted'),
  );
}
