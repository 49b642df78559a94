import { GET, Path, QueryParam } from '@writ/annotations';
import { HttpError, int, optional } from '@writ/http';
import type { AuditEntry } from '../records/audit-entry.ts';
import { parseHead, type AuditVerification } from '../records/audit-chain.ts';
import { Requires } from '../security/requires.ts';
import type { AuditLog } from '../store/audit-log.ts';

/** The maximum number of entries in one response. */
const PAGE_LIMIT = 1_000;

/** The audit log, which lists all changes. */
@Requires('administer')
@Path('/api/audit')
export class Audit {
  readonly #log: AuditLog;

  constructor(log: AuditLog) {
    this.#log = log;
  }

  /** Returns entries, newest first. For the next page, pass the number of the last one as `before`. */
  @GET('/', QueryParam('before', optional(int)), QueryParam('limit', int).default('100'))
  list(before: number | undefined, limit: number): Promise<readonly AuditEntry[]> {
    if (limit < 1 || limit > PAGE_LIMIT)
      throw new HttpError('invalid-values', `limit must be from 1 to ${PAGE_LIMIT}`);
    return this.#log.list(limit, before);
  }

  /**
   * Searches the whole log for changed, missing and swapped entries. `head`, the head of an earlier response as
   * `NUMBER:HASH`, also reveals missing entries at the end.
   */
  @GET('/verification', QueryParam('head', optional(String)))
  verify(head: string | undefined): Promise<AuditVerification> {
    const known = head === undefined ? undefined : parseHead(head);
    if (head !== undefined && known === undefined)
      throw new HttpError('invalid-values', 'head must be NUMBER:HASH, with a hash of 64 hexadecimal digits');
    return this.#log.verify(known);
  }
}
