import { createHash, randomBytes } from 'node:crypto';

export const ticketLimits = {
  milliseconds: 60_000,
  /** Maximum number of open tickets; the oldest is dropped first. */
  open: 100,
} as const;

interface OpenTicket<T> {
  readonly subject: T;
  readonly expires: number;
}

/**
 * One-time tickets in URLs, for clients that cannot send the token, such as a browser that downloads a file. Tickets are
 * stored only in memory.
 */
export class Tickets<T> {
  readonly #now: () => number;
  // Keyed by digest, so that the look-up time does not reveal a ticket.
  readonly #open = new Map<string, OpenTicket<T>>();

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Issues a ticket for a subject: 128 random bits, base64url. */
  issue(subject: T): string {
    const now = this.#now();
    for (const [digest, { expires }] of this.#open) if (expires <= now) this.#open.delete(digest);
    const oldest = this.#open.keys().next().value;
    if (this.#open.size >= ticketLimits.open && oldest !== undefined) this.#open.delete(oldest);
    const ticket = randomBytes(16).toString('base64url');
    this.#open.set(hashTicket(ticket), { subject, expires: now + ticketLimits.milliseconds });
    return ticket;
  }

  /** Returns the subject of a ticket and invalidates the ticket; undefined if the ticket is not valid. */
  redeem(ticket: string): T | undefined {
    const subject = this.peek(ticket);
    this.#open.delete(hashTicket(ticket));
    return subject;
  }

  /** Returns the subject of a ticket without invalidating the ticket; undefined if the ticket is not valid. */
  peek(ticket: string): T | undefined {
    const found = this.#open.get(hashTicket(ticket));
    return found !== undefined && found.expires > this.#now() ? found.subject : undefined;
  }
}

function hashTicket(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}
