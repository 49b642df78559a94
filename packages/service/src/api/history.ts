import { defined } from '@writ/diagnostics/internal';
import { Context, DELETE, GET, Path, PathParam, QueryParam } from '@writ/annotations';
import { array, HttpError, HttpRequest, int, oneOf, optional, RestResponse } from '@writ/http';
import { hasEnded, INSTALL_STATES, type Install, type InstallState } from '../records/install.ts';
import type { Machines } from '../machines/machines.ts';
import type { Store } from '../store/store.ts';
import { deleteImage, findImage } from './image-file.ts';
import { getInstall } from './stored-install.ts';
import { Requires } from '../security/requires.ts';

/** The maximum number of installations in one response. */
const PAGE_LIMIT = 100;

/** The records and the image that a deletion has removed. */
export interface DeletionAnswer {
  readonly id: number;
  /** The number and size in bytes of the deleted events. */
  readonly events: number;
  readonly bytes: number;
  /** The deleted image; absent if only the records were deleted. */
  readonly image?: { readonly name: string; readonly bytes: number };
}

/** Lists and deletes installations. */
@Requires('view')
@Path('/api/installs')
export class History {
  readonly #store: Store;
  readonly #images: string;
  readonly #machines: Pick<Machines, 'end'>;

  /** @param images the images folder */
  constructor(store: Store, images: string, machines: Pick<Machines, 'end'>) {
    this.#store = store;
    this.#images = images;
    this.#machines = machines;
  }

  @GET(
    '/',
    QueryParam('state', optional(array(oneOf(...INSTALL_STATES)))),
    QueryParam('target', optional(String)),
    QueryParam('text', optional(String)),
    QueryParam('since', optional(Date)),
    QueryParam('until', optional(Date)),
    QueryParam('before', optional(int)),
    QueryParam('limit', optional(int)),
    Context(HttpRequest),
  )
  async list(
    states: readonly InstallState[] | undefined,
    target: string | undefined,
    text: string | undefined,
    since: Date | undefined,
    until: Date | undefined,
    before: number | undefined,
    limit: number | undefined,
    request: HttpRequest,
  ): Promise<RestResponse<readonly Install[], 200>> {
    const filter = { states, target, text, since, until };
    const size = Math.min(Math.max(limit ?? PAGE_LIMIT, 1), PAGE_LIMIT);
    const { installs, hasMore, total } = await this.#store.list({ ...filter, before, limit: size });
    const last = installs.at(-1)?.id;
    const links = [
      ...(before === undefined ? [] : [linkTo(request, undefined, 'first')]),
      ...(hasMore && last !== undefined ? [linkTo(request, last, 'next')] : []),
    ];
    const response = RestResponse.ok(installs).header('x-total-count', String(total));
    return links.length === 0 ? response : response.header('link', links.join(', '));
  }

  @Requires('run')
  @DELETE('/{id}', PathParam('id', int), QueryParam('image', Boolean).default('false'))
  async remove(id: number, withImage: boolean): Promise<DeletionAnswer> {
    const install = await this.#getEnded(id);
    // A running virtual machine uses the image, and could no longer be stopped with a request.
    await this.#machines.end(id);
    const image = withImage ? await this.#deleteImage(install) : undefined;
    // Another request may have deleted the installation in the meantime.
    await this.#getEnded(id);
    const deleted = await this.#store.delete(id);
    // A virtual machine may have been started in the meantime.
    await this.#machines.end(id);
    return { id, ...deleted, ...defined({ image }) };
  }

  async #deleteImage(install: Install): Promise<NonNullable<DeletionAnswer['image']>> {
    const image = await findImage(install, this.#store);
    const next = await this.#store.successor(install);
    if (next !== undefined && !hasEnded(next)) {
      throw new HttpError('conflict', `Installation ${next.id} is going to replace ${image.name}`);
    }
    await deleteImage(image, this.#images);
    return { name: image.name, bytes: Number(image.found.size) };
  }

  async #getEnded(id: number): Promise<Install> {
    const install = await getInstall(this.#store, id);
    if (!hasEnded(install)) {
      throw new HttpError(
        'conflict',
        `Installation ${id} has not ended; cancel it with POST /api/installs/${id}/cancel first`,
      );
    }
    return install;
  }
}

/** Formats a link to another page with the same conditions, for the `Link` header. */
function linkTo(request: HttpRequest, before: number | undefined, relation: 'first' | 'next'): string {
  const url = new URL(request.url);
  if (before === undefined) url.searchParams.delete('before');
  else url.searchParams.set('before', String(before));
  return `<${url.pathname}${url.search}>; rel="${relation}"`;
}
