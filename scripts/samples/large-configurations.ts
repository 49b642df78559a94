/** Characters. A quadratic algorithm would take about ten seconds for this size. */
const LENGTH = 100_000;
/** More values than a function call accepts as arguments. */
const MANY = 130_000;

const valid =
  '"bootloader":"systemd-bootctl","kernels":["linux"],"mirror-region":{"Germany":{}},"!root-password":"x"';

function repeatPart(part: string): string {
  return part.repeat(LENGTH / part.length);
}

function distinctParts(part: (index: number) => string): string {
  const length = part(99_999).length;
  return Array.from({ length: Math.floor(LENGTH / length) }, (_, index) => part(index)).join('');
}

/** Configurations each of which once took quadratic time or overflowed the stack, by what is large in them. */
export const LARGE_CONFIGURATIONS: Readonly<Record<string, string>> = {
  'one repeated package': `{${valid},"packages":[${repeatPart('"aaaaaaaa",')}"b"]}`,
  'one repeated key': `{${valid}${',"a":1'.repeat(MANY)}}`,
  'unknown keys': `{${valid}${distinctParts((index) => `,"key${index}":1`)}}`,
  'packages of the wrong type': `{${valid},"packages":[${'1,'.repeat(MANY)}1]}`,
  commas: `{${repeatPart(',')}}`,
  colons: repeatPart(':'),
  letters: repeatPart('a'),
  'a key of letters': `{${valid},"${repeatPart('a')}":1}`,
  hashes: `{${valid},"x-a":"${repeatPart('$6$aaaaaaaa')}"}`,
  addresses: `{${valid},"x-a":"@${repeatPart('://a:')}"}`,
  'incomplete addresses': `{${valid},"x-a":"@${repeatPart('a:/')}"}`,
  'many at signs': `{${valid},"x-a":"${repeatPart('a@')}"}`,
  users: `{${valid},"!users":[${distinctParts((index) => `{"username":"u${index}"},`)}{"username":"v"}]}`,
  regions: `{${valid},"mirror-region":{${distinctParts((index) => `"Germanx${index}":{},`)}"Germany":{}}}`,
};
