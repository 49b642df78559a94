import { expect, test } from 'vitest';
import { startCounting, countWork } from '../../../../scripts/work.ts';

startCounting();
const { checkConfiguration } = await import('./check.ts');

/** Characters; counting takes much longer than checking. */
const LENGTH = 6_000;

const valid =
  '"bootloader":"systemd-bootctl","kernels":["linux"],"mirror-region":{"Germany":{}},"!root-password":"x"';

const times =
  (part: string) =>
  (length: number): string =>
    part.repeat(length / part.length);

const distinct =
  (part: (index: number) => string) =>
  (length: number): string =>
    Array.from({ length: Math.floor(length / part(99_999).length) }, (_, index) => part(index)).join('');

const ones = times('1,');
const packages = times('"aaaaaaaa",');
const hashes = times('$6$aaaaaaaa');
const addresses = times('://a:');
const halves = times('a:/');
const ats = times('a@');
const letters = times('a');
const keys = distinct((index) => `,"key${index}":1`);

/** Texts of about a length. Each was quadratic in one place. Users and regions have a finding each up to a limit, which is beyond this length. */
const files: Readonly<Record<string, (length: number) => string>> = {
  'one package again and again': (length) => `{${valid},"packages":[${packages(length)}"b"]}`,
  'one key again and again': (length) => `{${valid}${times(',"a":1')(length * 3)}}`,
  'unknown keys': (length) => `{${valid}${keys(length)}}`,
  'packages of the wrong type': (length) => `{${valid},"packages":[${ones(length)}1]}`,
  commas: (length) => `{${times(',')(length)}}`,
  colons: times(':'),
  semicolons: (length) => `{"a":[${times('1;')(length)}`,
  letters,
  'a key of letters': (length) => `{${valid},"${letters(length)}":1}`,
  hashes: (length) => `{${valid},"x-a":"${hashes(length)}"}`,
  addresses: (length) => `{${valid},"x-a":"@${addresses(length)}"}`,
  'halves of addresses': (length) => `{${valid},"x-a":"@${halves(length)}"}`,
  ats: (length) => `{${valid},"x-a":"${ats(length)}"}`,
};

const check = (text: string): readonly { readonly message: string }[] =>
  checkConfiguration({ config: { file: 'large.json', text } }).findings;

test.for(Object.entries(files))(
  '%s: twice as much of it is at most about twice the work',
  async ([, textOf]) => {
    const workFor = (text: string): Promise<number> => countWork(() => check(text));
    const half = await workFor(textOf(LENGTH / 2));
    const whole = await workFor(textOf(LENGTH));
    const base = await workFor(`{${valid}}`);
    expect(half).toBeGreaterThan(base / 10);
    expect(whole).toBeLessThan(2.5 * half + 2 * base);
  },
);
