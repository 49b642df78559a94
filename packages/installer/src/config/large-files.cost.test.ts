import { expect, test } from 'vitest';
import { startCounting, countWork } from '../../../../scripts/work.ts';

startCounting();
const { checkConfiguration } = await import('./check.ts');

/** The length in characters. It is small, because a check takes much longer while its work is counted. */
const LENGTH = 6_000;

const valid =
  '"bootloader":"systemd-bootctl","kernels":["linux"],"mirror-region":{"Germany":{}},"!root-password":"x"';

const repeatPart =
  (part: string) =>
  (length: number): string =>
    part.repeat(length / part.length);

const distinctParts =
  (part: (index: number) => string) =>
  (length: number): string =>
    Array.from({ length: Math.floor(length / part(99_999).length) }, (_, index) => part(index)).join('');

const ones = repeatPart('1,');
const packages = repeatPart('"aaaaaaaa",');
const hashes = repeatPart('$6$aaaaaaaa');
const addresses = repeatPart('://a:');
const halves = repeatPart('a:/');
const ats = repeatPart('a@');
const letters = repeatPart('a');
const keys = distinctParts((index) => `,"key${index}":1`);

/**
 * Functions that return a file of a given approximate length. Each file once took quadratic time. Users and
 * regions are excluded, because each of them produces a finding until the limit of findings is reached.
 */
const files: Readonly<Record<string, (length: number) => string>> = {
  'one repeated package': (length) => `{${valid},"packages":[${packages(length)}"b"]}`,
  'one repeated key': (length) => `{${valid}${repeatPart(',"a":1')(length * 3)}}`,
  'unknown keys': (length) => `{${valid}${keys(length)}}`,
  'packages of the wrong type': (length) => `{${valid},"packages":[${ones(length)}1]}`,
  commas: (length) => `{${repeatPart(',')(length)}}`,
  colons: repeatPart(':'),
  semicolons: (length) => `{"a":[${repeatPart('1;')(length)}`,
  letters,
  'a key of letters': (length) => `{${valid},"${letters(length)}":1}`,
  hashes: (length) => `{${valid},"x-a":"${hashes(length)}"}`,
  addresses: (length) => `{${valid},"x-a":"@${addresses(length)}"}`,
  'incomplete addresses': (length) => `{${valid},"x-a":"@${halves(length)}"}`,
  'many at signs': (length) => `{${valid},"x-a":"${ats(length)}"}`,
};

const check = (text: string): readonly { readonly message: string }[] =>
  checkConfiguration({ config: { file: 'large.json', text } }).findings;

test.for(Object.entries(files))(
  'checking a file of twice the length takes at most about twice the work: %s',
  async ([, textOf]) => {
    const workFor = (text: string): Promise<number> => countWork(() => check(text));
    const half = await workFor(textOf(LENGTH / 2));
    const full = await workFor(textOf(LENGTH));
    const base = await workFor(`{${valid}}`);
    expect(half).toBeGreaterThan(base / 10);
    expect(full).toBeLessThan(2.5 * half + 2 * base);
  },
);
