import { describe, expect, it } from 'vitest';
import { createTickets, ticketLimits } from './tickets.ts';

describe('tickets', () => {
  it('give what they are for once', () => {
    const tickets = createTickets<string>();
    const ticket = tickets.issue('a file');
    expect(Buffer.from(ticket, 'base64url')).toHaveLength(16);
    expect(tickets.issue('a file')).not.toBe(ticket);
    expect([tickets.peek(ticket), tickets.redeem(ticket)]).toEqual(['a file', 'a file']);
    expect([tickets.peek(ticket), tickets.redeem(ticket), tickets.redeem('')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are valid for a minute', () => {
    let time = 0;
    const tickets = createTickets<string>(() => time);
    const [early, late] = [tickets.issue('early'), tickets.issue('late')];
    time = 59_999;
    expect(tickets.redeem(early)).toBe('early');
    time = 60_000;
    expect([tickets.peek(late), tickets.redeem(late)]).toEqual([undefined, undefined]);
  });

  it('are bounded in number: the oldest ends first', () => {
    const tickets = createTickets<number>();
    const issued = Array.from({ length: ticketLimits.open + 1 }, (_, index) => tickets.issue(index));
    expect(tickets.redeem(issued[0]!)).toBeUndefined();
    expect(tickets.redeem(issued[1]!)).toBe(1);
  });
});
