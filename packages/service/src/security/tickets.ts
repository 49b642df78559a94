import { createHash, randomBytes } from 'node:crypto';

/** Addresses that give one thing once, for what cannot send the token: a browser that saves a file. They stay in memory. */
export interface Tickets<T> {
  /** 128 random bits, as text for an address. */
  issue(subject: T): string;
  /** What the ticket is for; it is for nothing afterwards. */
  redeem(ticket: string): T | undefined;
  /** What the ticket is for; it can still be redeemed. */
  peek(ticket: string): T | undefined;
}

export const ticketLimits = {
  milliseconds: 60_000,
  /** Tickets that are open at once; the oldest ends first. */
  open: 100,
} as const;

interface OpenTicket<T> {
  readonly subject: T;
  readonly expires: number;
}

/** @param now milliseconds of a monotonic clock */
export function createTickets<T>(now: () => number = () => performance.now()): Tickets<T> {
  // By digest: how long a look-up takes says nothing of a ticket.
  const open = new Map<string, OpenTicket<T>>();
  const peek = (ticket: string): T | undefined => {
    const found = open.get(digestOf(ticket));
    return found !== undefined && found.expires > now() ? found.subject : undefined;
  };

  return {
    issue: (subject) => {
      for (const [digest, { expires }] of open) if (expires <= now()) open.delete(digest);
      const oldest = open.keys().next().value;
      if (open.size >= ticketLimits.open && oldest !== undefined) open.delete(oldest);
      const ticket = randomBytes(16).toString('base64url');
      open.set(digestOf(ticket), { subject, expires: now() + ticketLimits.milliseconds });
      return ticket;
    },
    redeem: (ticket) => {
      const subject = peek(ticket);
      open.delete(digestOf(ticket));
      return subject;
    },
    peek,
  };
}

function digestOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}
