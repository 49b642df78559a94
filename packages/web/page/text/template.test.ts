import { expect, it } from 'vitest';
import { makeTemplate, templateLanguageOption } from './template.ts';

it('a template contains the configuration with a variable for the host name, and keeps its layout', () => {
  const text = '{\n  "hostname": "web",\n  "packages": ["nginx",\n    "vim"],\n  "x-note": "{{ }}"\n}\n';
  expect(makeTemplate(text)).toBe(`{
  "variables": {
    "hostname": { "type": "hostname" }
  },
  "configuration": {
    "hostname": "{{hostname}}",
    "packages": ["nginx",
      "vim"],
    "x-note": "{{ }}"
  }
}
`);
});

it('a template of a configuration without a host name has one', () => {
  const template = JSON.parse(makeTemplate('{ "kernels": ["linux"] }')!) as object;
  expect(template).toMatchObject({ configuration: { kernels: ['linux'], hostname: '{{hostname}}' } });
});

it.each(['', '{', '[]', '{} {}'])('the malformed configuration %j results in no template', (text) => {
  expect(makeTemplate(text)).toBeUndefined();
});

it('a template whose configuration has a language needs the option for it', () => {
  expect(templateLanguageOption('{"configuration": {"sys-language": "de_DE"}}')).toEqual({ advanced: true });
  for (const text of ['{"sys-language": "de_DE"}', '{"configuration": {}}', '{', 'null'])
    expect(templateLanguageOption(text)).toEqual({});
});
