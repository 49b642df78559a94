import { describe, expect, it } from 'vitest';
import { formatHead, lengthLine } from './response-head.ts';

describe('formatHead', () => {
  it('formats a head that contains only Content-Type for any number of media types', () => {
    const types = Array.from({ length: 100 }, (_, index) => `application/x-${index}`);
    for (const type of [...types, ...types]) {
      const text = `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n`;
      expect(formatHead(200, ['content-type', type]).text).toBe(text);
      expect(formatHead(404, ['content-type', type]).text).toBe(text.replace('200 OK', '404 Not Found'));
    }
  });

  it('throws for a Content-Type with an invalid character, each time', () => {
    for (const status of [200, 200, 404]) {
      expect(() => formatHead(status, ['content-type', 'text/plain\r\nx: y'])).toThrow(
        'the value of the header content-type contains an invalid character',
      );
    }
  });
});

describe('lengthLine', () => {
  it.each([0, 5, 1_023, 1_024, 100_000])('formats the length %i', (length) => {
    const line = `content-length: ${length}\r\n`;
    expect([lengthLine(length), lengthLine(length)]).toEqual([line, line]);
  });
});
