import { array, assert, constantFrom, nat, oneof, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { lineCutter } from './lines.ts';
import { redactor } from './redact.ts';

const secret = 'S3cret "quoted" ü';

it('replaces a secret in every form that a program may print', () => {
  const { redact } = redactor([secret]);
  const forms = [
    secret,
    JSON.stringify({ secret }),
    `https://user:${encodeURIComponent(secret)}@mirror`,
    Buffer.from(secret).toString('base64'),
  ];
  for (const form of forms) {
    const text = redact(form);
    expect(text).toContain('[redacted]');
    expect(text).not.toMatch(/S3cret|UzNjcmV0/);
  }
});

it('prefers the longer of two secrets that begin alike', () => {
  expect(redactor(['pass', 'password']).redact('password pass')).toBe('[redacted] [redacted]');
});

it('leaves texts alone that could only be made unreadable', () => {
  expect(redactor(['a', 'the']).redact('that is the way')).toBe('that is the way');
});

it('finds a secret wherever the chunks are cut', () => {
  const text = `before ${secret} between ${secret}${secret} after`;
  const wanted = redactor([secret]).redact(text);
  assert(
    property(array(nat(text.length), { maxLength: 8 }), (cuts) => {
      const stream = redactor([secret]).stream();
      const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      const parts = places.slice(1).map((end, index) => stream.push(text.slice(places[index], end)));
      expect(parts.join('') + stream.end()).toBe(wanted);
    }),
  );
});

it('never lets a secret through, whatever surrounds it', () => {
  assert(
    property(array(oneof(constantFrom('ab', 'abab', 'abc', 'x'), string()), { maxLength: 20 }), (parts) => {
      const stream = redactor(['ababc']).stream();
      const out = parts.map((part) => stream.push(part)).join('') + stream.end();
      expect(out).not.toContain('ababc');
    }),
  );
});

it('cuts lines at newlines and carriage returns, also in the middle of a letter', () => {
  const lines: string[] = [];
  const cutter = lineCutter(redactor([secret]), (line) => lines.push(line));
  const bytes = Buffer.from(`one\rtwo\r\nthrée ${secret}\nlast`);
  for (const byte of bytes) cutter.push(Buffer.from([byte]));
  cutter.end();
  expect(lines).toEqual(['one', 'two', 'thrée [redacted]', 'last']);
});

it('cuts a line that does not end', () => {
  const lines: string[] = [];
  const cutter = lineCutter(redactor([]), (line) => lines.push(line));
  for (let count = 0; count < 100; count += 1) cutter.push(Buffer.alloc(1000, 'x'));
  cutter.end();
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.join('')).toHaveLength(100_000);
});
