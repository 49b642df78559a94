import { describe, expect, it } from 'vitest';
import { codeLimits, createOneTimeCodes } from './one-time-codes.ts';

describe('one-time codes', () => {
  it('have 128 random bits and never repeat', () => {
    const codes = createOneTimeCodes();
    const issued = Array.from({ length: 100 }, () => codes.issue());
    expect(new Set(issued).size).toBe(100);
    for (const code of issued) {
      expect(code).toMatch(/^[\w-]{22}$/);
      expect(Buffer.from(code, 'base64url')).toHaveLength(16);
    }
  });

  it('are valid only once', () => {
    const codes = createOneTimeCodes();
    const code = codes.issue();
    expect([codes.redeem(code), codes.redeem(code)]).toEqual([true, false]);
  });

  it('are valid for two minutes', () => {
    let time = 0;
    const codes = createOneTimeCodes(() => time);
    const [early, late] = [codes.issue(), codes.issue()];
    time = 119_999;
    expect(codes.redeem(early)).toBe(true);
    time = 120_000;
    expect(codes.redeem(late)).toBe(false);
  });

  it('become invalid after the fifth wrong attempt, and a new code allows five attempts again', () => {
    const codes = createOneTimeCodes();
    const newCode = codes.issue();
    for (let wrong = 1; wrong <= 4; wrong += 1) expect(codes.redeem(`wrong ${wrong}`)).toBe(false);
    expect(codes.redeem(newCode)).toBe(true);
    const ended = codes.issue();
    for (let wrong = 1; wrong <= 5; wrong += 1) codes.redeem('');
    expect(codes.redeem(ended)).toBe(false);
    expect(codes.redeem(codes.issue())).toBe(true);
  });

  it('are limited in number: the oldest is dropped first', () => {
    const codes = createOneTimeCodes();
    const issued = Array.from({ length: codeLimits.open + 1 }, () => codes.issue());
    expect(codes.redeem(issued[1]!)).toBe(true);
    expect(codes.redeem(issued[0]!)).toBe(false);
  });
});
