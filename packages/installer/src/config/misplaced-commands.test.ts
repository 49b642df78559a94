import { renderJson, renderText } from '@writ/diagnostics';
import { expect, it } from 'vitest';
import { minimalConfig } from './testing.ts';
import { checkConfiguration } from './check.ts';

const secret = 'canary-7x';
const rest = JSON.stringify(minimalConfig).slice(1);

const files: Readonly<Record<string, string>> = {
  'after a missing comma': `{"custom-commands": ["true"\n"mysql -p${secret}"], ${rest}`,
  'before a missing comma': `{"custom-commands": ["mysql -p${secret}"\n"true"], ${rest}`,
  'between quotes of the wrong kind': `{"custom-commands": ['echo root:${secret} | chpasswd'], ${rest}`,
  'below a misspelt key': `{"custom-command": ["echo root:${secret} | chpasswd"], ${rest}`,
  'as the value of an unknown key': `{"run": "PASSWORD=${secret} deploy", ${rest}`,
  'among the services': `{"services": ["curl -u ada:${secret} https://a.example"], ${rest}`,
  'among the packages': `{"packages": ["sshpass -p ${secret} ssh ada@a.example"], ${rest}`,
  'with an escape': `{"services": ["mysql -p'${secret}\\"x'"], ${rest}`,
};

it.each(Object.entries(files))('a secret in a misplaced command is never printed: %s', (_place, text) => {
  const { findings, sources } = checkConfiguration({ config: { file: 'm.json', text } });
  expect(findings).not.toEqual([]);
  const source = (file: string) => sources.find(({ name }) => name === file);
  const shown = renderText(findings, { source }) + renderJson('m.json', findings) + sources[0]!.masked;
  expect(shown).not.toContain(secret);
});
