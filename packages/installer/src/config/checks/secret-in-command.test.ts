import { renderText } from '@writ/diagnostics';
import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it.each<[string, boolean]>([
  ['git clone https://example.org/repo', false],
  ['echo $HOME $6 > /etc/x', false],
  ['git clone https://ada:planted@example.org/repo', true],
  [`usermod -p '$6$salt$${'x'.repeat(86)}' ada`, true],
  ['echo root:planted | chpasswd', true],
  ['echo "root:$PASSWORD" | chpasswd', false],
  ['curl -H "Authorization: Bearer planted" https://example.org', true],
])('a check decides whether a custom command contains a secret: %s', (text, found) => {
  const result = checkWith({ 'custom-commands': ['true', text] });
  expect(rulesAndPointers(result)).toEqual(found ? ['secret-in-command /custom-commands/1'] : []);
  expect(JSON.stringify(result.findings)).not.toContain('planted');
  const shown = renderText(result.findings, { source: () => result.sources[0] });
  expect(shown).not.toContain('planted');
});
