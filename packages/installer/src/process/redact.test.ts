import { array, assert, constantFrom, nat, oneof, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { createLineSplitter } from './split-lines.ts';
import { createRedactor } from './redact.ts';

const secret = 'S3cret "quoted" ü';

it('a redactor replaces a secret in every encoding that a program may print', () => {
  const { redact } = createRedactor([secret]);
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

it.each([
  ['single quotes', String.raw`echo '"q'\''\b'`],
  ['double quotes', String.raw`declare -- word="\"q'\\b"`],
  ['backslashes', String.raw`\"q\'\\b`],
  ['base64 of the secret with a line break', Buffer.from('"q\'\\b-long enough\n').toString('base64')],
])('a redactor replaces a secret in the notation of a shell: %s', (_what, text) => {
  const word = '"q\'\\b';
  expect(createRedactor([word, `${word}-long enough`]).redact(text)).toContain('[redacted]');
});

it('a redactor replaces password hashes, even if they are not among the secrets', () => {
  const { redact } = createRedactor([]);
  const hash = '$y$j9T$F5Jx5fExrKuPp53xLKQ..1$X3DX6M94c7o.9agCG9G317fhZg9SqC.5i5rd.RhAtQ7';
  expect(redact(`root:${hash}:20000:0`)).toBe('root:[redacted]:20000:0');
  expect(redact('$repo/os/$arch costs $6$ or $5')).toBe('$repo/os/$arch costs $6$ or $5');
});

it('a redactor replaces the longer of two secrets with a common prefix', () => {
  expect(createRedactor(['pass', 'password']).redact('password pass')).toBe('[redacted] [redacted]');
});

it('a redactor does not replace secrets that are too short', () => {
  expect(createRedactor(['a', 'the']).redact('that is the way')).toBe('that is the way');
});

it('a redactor replaces a secret that is split across chunks', () => {
  const text = `before ${secret} between ${secret}${secret} after`;
  const wanted = createRedactor([secret]).redact(text);
  assert(
    property(array(nat(text.length), { maxLength: 8 }), (cuts) => {
      const stream = createRedactor([secret]).stream();
      const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      const parts = places.slice(1).map((end, index) => stream.push(text.slice(places[index], end)));
      expect(parts.join('') + stream.end()).toBe(wanted);
    }),
  );
});

it('a redactor replaces a secret between any other characters', () => {
  assert(
    property(array(oneof(constantFrom('ab', 'abab', 'abc', 'x'), string()), { maxLength: 20 }), (parts) => {
      const stream = createRedactor(['ababc']).stream();
      const out = parts.map((part) => stream.push(part)).join('') + stream.end();
      expect(out).not.toContain('ababc');
    }),
  );
});

it('a line splitter splits lines at newlines and carriage returns, and decodes characters split across chunks', () => {
  const lines: string[] = [];
  const cutter = createLineSplitter(createRedactor([secret]), (line) => lines.push(line));
  const bytes = Buffer.from(`one\rtwo\r\nthrée ${secret}\nlast`);
  for (const byte of bytes) cutter.push(Buffer.from([byte]));
  cutter.end();
  expect(lines).toEqual(['one', 'two', 'thrée [redacted]', 'last']);
});

it('a line splitter splits a line that exceeds the maximum length', () => {
  const lines: string[] = [];
  const cutter = createLineSplitter(createRedactor([]), (line) => lines.push(line));
  for (let count = 0; count < 100; count += 1) cutter.push(Buffer.alloc(1000, 'x'));
  cutter.end();
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.join('')).toHaveLength(100_000);
});
