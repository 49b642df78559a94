import { expect, test } from 'vitest';
import { checkConfiguration } from './check.ts';

/** A quarter of the maximum file size; a quadratic algorithm would take a minute for it. */
const LENGTH = 250_000;

const valid =
  '"bootloader":"systemd-bootctl","kernels":["linux"],"mirror-region":{"Germany":{}},"!root-password":"x"';

function times(part: string): string {
  return part.repeat(LENGTH / part.length);
}

function distinct(part: (index: number) => string): string {
  const length = part(99_999).length;
  return Array.from({ length: Math.floor(LENGTH / length) }, (_, index) => part(index)).join('');
}

const files: Readonly<Record<string, string>> = {
  'one repeated package': `{${valid},"packages":[${times('"aaaaaaaa",')}"b"]}`,
  'one repeated key': `{${valid}${',"a":1'.repeat(150_000)}}`,
  'unknown keys': `{${valid}${distinct((index) => `,"key${index}":1`)}}`,
  'packages of the wrong type': `{${valid},"packages":[${times('1,')}1]}`,
  commas: `{${times(',')}}`,
  colons: times(':'),
  letters: times('a'),
  'a key of letters': `{${valid},"${times('a')}":1}`,
  hashes: `{${valid},"x-a":"${times('$6$aaaaaaaa')}"}`,
  addresses: `{${valid},"x-a":"@${times('://a:')}"}`,
  'incomplete addresses': `{${valid},"x-a":"@${times('a:/')}"}`,
  'at signs': `{${valid},"x-a":"${times('a@')}"}`,
  users: `{${valid},"!users":[${distinct((index) => `{"username":"u${index}"},`)}{"username":"v"}]}`,
  regions: `{${valid},"mirror-region":{${distinct((index) => `"Germanx${index}":{},`)}"Germany":{}}}`,
};

// Each file once took quadratic time or overflowed the stack.
test.for(Object.entries(files))('a large file is checked with short messages: %s', ([, text]) => {
  const { findings } = checkConfiguration({ config: { file: 'large.json', text } });
  expect(findings.every(({ message }) => message.length < 2000)).toBe(true);
});
