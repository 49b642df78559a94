import { HttpError } from '@writ/http';
import type { Install } from '../records/install.ts';
import type { Store } from '../store/store.ts';

/** @throws {HttpError} 404 if the installation does not exist */
export async function getInstall(store: Pick<Store, 'get'>, id: number): Promise<Install> {
  const install = await store.get(id);
  if (install === undefined) throw missingInstall(id);
  return install;
}

/** Returns the response to a request for an installation that does not exist. */
export function missingInstall(id: number): HttpError {
  return new HttpError('not-found', `Installation ${id} does not exist`);
}
