import { FIRST_HASH, hashEntry, type AuditEntry } from './audit-entry.ts';

/** A position in the log: the number of an entry and its hash. */
export interface AuditHead {
  readonly number: number;
  readonly hash: string;
}

/** Parses a head that was noted as `NUMBER:HASH`; undefined if it is invalid. */
export function parseHead(text: string): AuditHead | undefined {
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  return hash === undefined ? undefined : { number: Number(number), hash };
}

/** The result of verifying the log. */
export interface AuditVerification {
  /** The number of entries that were read. */
  readonly entries: number;
  /** The newest entry; absent if there is none. */
  readonly head?: AuditHead;
  /** One message for each place at which the log has been changed; empty if none was found. */
  readonly problems: readonly string[];
}

/** Maximum number of problems in a result. */
const PROBLEM_LIMIT = 100;

/**
 * Verifies the chain of hashes: each entry contains the hash of its predecessor, so that a changed, missing or swapped
 * entry does not fit to its neighbours.
 *
 * @param entries all entries in the order of their numbers
 * @param known an entry that was noted earlier; without one, missing entries at the end cannot be noticed
 */
export async function verifyEntries(
  entries: AsyncIterable<AuditEntry>,
  known?: AuditHead,
): Promise<AuditVerification> {
  const problems: string[] = [];
  let head: AuditHead = { number: 0, hash: FIRST_HASH };
  let count = 0;
  let isKnown = known === undefined || known.number === 0;
  for await (const entry of entries) {
    const { number, hash } = entry;
    count += 1;
    const isNext = number === head.number + 1;
    if (!isNext) problems.push(describeGap(head.number + 1, number - 1));
    // After a gap, the hash of the predecessor is unknown.
    else if (hashEntry(entry, head.hash) !== hash) {
      problems.push(
        number === 1
          ? 'entry 1 has been changed'
          : `entry ${number} has been changed, or does not follow entry ${number - 1}`,
      );
    }
    if (number === known?.number) {
      isKnown = true;
      if (hash !== known.hash) problems.push(`entry ${number} has another hash than the one that was noted`);
    }
    head = { number, hash };
    if (problems.length >= PROBLEM_LIMIT) break;
  }
  if (!isKnown && known !== undefined && known.number > head.number)
    problems.push(describeGap(head.number + 1, known.number));
  return { entries: count, ...(count > 0 && { head }), problems };
}

function describeGap(first: number, last: number): string {
  return first === last ? `entry ${first} is missing` : `entries ${first} to ${last} are missing`;
}
