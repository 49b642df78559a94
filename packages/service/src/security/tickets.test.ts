import { describe, expect, it } from 'vitest';
import { Tickets, ticketLimits } from './tickets.ts';

describe('tickets', () => {
  it('return their subject only once', () => {
    const tickets = new Tickets<string>();
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
    const tickets = new Tickets<string>(() => time);
    const [early, late] = [tickets.issue('early'), tickets.issue('late')];
    time = 59_999;
    expect(tickets.redeem(early)).toBe('early');
    time = 60_000;
    expect([tickets.peek(late), tickets.redeem(late)]).toEqual([undefined, undefined]);
  });

  it('are limited in number: the oldest is dropped first', () => {
    const tickets = new Tickets<number>();
    const issued = Array.from({ length: ticketLimits.open + 1 }, (_, index) => tickets.issue(index));
    expect(tickets.redeem(issued[0]!)).toBeUndefined();
    expect(tickets.redeem(issued[1]!)).toBe(1);
  });
});
