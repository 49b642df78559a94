import type { Diagnostic } from '@writ/diagnostics';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkConfiguration } from '../config/check.ts';
import { splitChecked, type SplitConfiguration } from '../config/split.ts';
import { minimalConfig } from '../config/testing.ts';
import { checkTemplate } from './check-template.ts';

const before = '{"variables": {}, "configuration": ';

const changes = fc.record({
  bootloader: fc.constantFrom('grub-install', 'efistub', 'grub', 3),
  kernels: fc.constantFrom(['linux'], ['linux', 'linux'], [], 'linux', null),
  hostname: fc.constantFrom('a.example', 'a_b', '', '${name}', 1),
  'mirror-region': fc.constantFrom({}, { Nowhere: {} }, { Mine: ['https://a:canary@b/$repo/os/$arch'] }),
  '!root-password': fc.constantFrom('canary', '', { $secret: 'root' }, ['canary']),
  '!users': fc.constantFrom({ username: 'ada', '!password': 'canary' }, [{ username: 'Ada Lovelace' }], {}),
  packages: fc.constantFrom(['git', 'vim'], ['git', 'git'], ['a b']),
  'custom-commands': fc.constantFrom(['true'], ['echo {{x}} canary'], ['\u0000'], ['curl -u a:canary b']),
  network_config: fc.constantFrom(
    { type: 'nm' },
    { type: 'manual' },
    { type: 'manual', nics: [{ iface: 'e0', ip: '10.0.0.1' }] },
  ),
  uki: fc.constantFrom(true, 'true'),
  unknown: fc.constant(1),
  'x-writ': fc.constantFrom({}, { swap: { type: 'file' } }, { disks: 1 }),
});

/** Configurations with up to three valid or invalid values. */
const configuration = fc
  .tuple(changes, fc.uniqueArray(fc.nat(20), { maxLength: 3 }))
  .map(([change, indices]) => {
    const chosen = Object.entries(change).filter((_entry, index) => indices.includes(index));
    return JSON.stringify({ ...minimalConfig, ...Object.fromEntries(chosen) }, null, 1);
  });

/** The parts of a finding that are equal in the template and in the plain configuration, with its offsets. */
function comparable(found: Diagnostic, shift: number, prefix: string): unknown {
  const { file: _file, related, replacement, range, pointer, ...others } = found;
  const offsets = (at: Diagnostic['range']): unknown =>
    at && [at.start.line, at.start.offset - shift, at.end.line, at.end.offset - shift];
  return {
    ...others,
    pointer: pointer?.slice(prefix.length),
    range: offsets(range),
    replacement: replacement && [
      replacement.text,
      replacement.pointer?.slice(prefix.length),
      offsets(replacement.range),
    ],
    related: (related ?? []).map((each) => [each.message, offsets(each.range)]),
  };
}

function reveal(split: SplitConfiguration | undefined): unknown {
  return split && [split.config, split.secrets.map(({ name, kind, value }) => [name, kind, value?.reveal()])];
}

it('a template without variables has the findings and the settings of its configuration', () => {
  let valid = 0;
  fc.assert(
    fc.property(configuration, fc.boolean(), fc.boolean(), (text, strict, advanced) => {
      const plain = checkConfiguration({ config: { file: 'a.json', text }, strict, advanced });
      const { findings, rows } = checkTemplate({
        template: { file: 'a.json', text: `${before}${text}}` },
        table: { file: 'table', text: '[{}]' },
        strict,
        advanced,
      });
      const ofTemplate = findings.map(({ rows: of, related, ...found }) => {
        expect(of).toEqual([1]);
        expect(related?.at(-1)).toMatchObject({ file: 'table', message: 'in row 1' });
        return comparable({ ...found, related: related!.slice(0, -1) }, before.length, '/configuration');
      });
      expect(ofTemplate).toEqual(plain.findings.map((found) => comparable(found, 0, '')));
      const { check } = rows[0]!;
      expect(reveal(splitChecked(check!))).toEqual(reveal(splitChecked(plain)));
      if (rows[0]!.valid) valid += 1;
    }),
  );
  expect(valid).toBeGreaterThan(10);
});
