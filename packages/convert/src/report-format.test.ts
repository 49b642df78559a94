import { expect, it } from 'vitest';
import { checkConfiguration } from '@writ/installer/check';
import { convertConfiguration } from './convert.ts';
import { fixture } from './testing.ts';

const present = {
  bootloader: 'systemd-bootctl',
  kernels: ['linux'],
  'mirror-region': {},
  '!root-password': 'x',
};

/** The program and version of a file, as reported by check and by convert. */
function recognizedPrograms(text: string | Uint8Array): { check: string[]; convert: string[] } {
  const config = { file: 'a.json', text };
  const found = checkConfiguration({ config }).findings;
  const check = found.flatMap(({ rule, message }) => {
    if (!/legacy-key|critical-legacy-key/.test(rule ?? '')) return [];
    const [, program = '', version = 'none'] =
      / from (archinstall.*?)(?: \(the file states version (.*?)\))? and (?:has|have|configures|configure) /.exec(
        message,
      ) ?? [];
    return [`${program}, ${version}`];
  });
  const convert = convertConfiguration({ config }).findings.flatMap(({ rule, message }) => {
    if (rule !== 'source-format') return [];
    const [, program = ''] = / of (archinstall.*?), /.exec(message) ?? [];
    const [, version = 'none'] = /the file states version ([^;]*)/.exec(message) ?? [];
    return [`${program}, ${version}`];
  });
  return { check: [...new Set(check)], convert };
}

it.each([
  'oldest.json',
  'up-to-2.5.json',
  '2.6-to-3.0.json',
  '3.0.5-or-newer.json',
  '2.6-to-3.0.creds.json',
  '3.0.5-or-newer.creds.json',
])('check and convert agree on the program of %s', (name) => {
  const { check, convert } = recognizedPrograms(fixture(name).text);
  expect(check).toEqual(convert);
  expect(check[0]).toMatch(/^archinstall /);
});

it.each<[object, string]>([
  [{ profile_config: {}, version: '2.8.6' }, 'archinstall 2.6 to 3.0, 2.8.6'],
  [{ profile_config: {}, version: '3.0.11' }, 'archinstall 3.0.5 or later, 3.0.11'],
  [{ app_config: {}, auth_config: {}, version: '3.0.2' }, 'archinstall 3.0.5 or later, 3.0.2'],
  [{ nic: {}, audio: 'none', config_version: '2.5.1' }, 'archinstall 2.5 or earlier, 2.5.1'],
  [{ users: { ada: {} } }, 'archinstall 2.5 or earlier, none'],
  [{ users: [{ username: 'ada' }] }, 'archinstall 3.0.5 or later, none'],
  [{ mirror_config: {}, 'parallel downloads': 5 }, 'archinstall 2.6 to 3.0, none'],
  [{ disk_encryption: {}, nic: {}, custom_commands: [], profile_config: {} }, 'archinstall 2.6 to 3.0, none'],
  [{ '!superusers': { ada: {} }, '!users': { bob: {} } }, 'archinstall 2.5 or earlier, none'],
  [{ bootloader: 'Grub', app_config: {} }, 'archinstall 3.0.5 or later, none'],
  [{ '!encryption-password': 'x' }, 'archinstall 2.5 or earlier, none'],
  [{ silent: true, version: '2.6.0' }, 'archinstall 2.6 to 3.0, 2.6.0'],
  [{ silent: true }, 'archinstall, none'],
  [{ silent: true, version: 'mine' }, 'archinstall, none'],
])('check and convert agree on the program of %j', (change, program) => {
  const { check, convert } = recognizedPrograms(JSON.stringify({ ...present, ...change }, null, 2));
  expect({ check, convert }).toEqual({ check: [program], convert: [program] });
});
