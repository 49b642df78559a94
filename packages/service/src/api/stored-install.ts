import { HttpError } from '@writ/http';
import type { Install } from '../records/install.ts';
import type { Store } from '../store/store.ts';

/** @throws {HttpError} 404 if the installation does not exist */
export function getInstall(store: Pick<Store, 'get'>, id: number): Install {
  const install = store.get(id);
  if (install === undefined) throw new HttpError('not-found', `Installation ${id} does not exist`);
  return install;
}
