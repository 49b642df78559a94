import { ruleMembers, SourceText, type Diagnostic } from '@writ/diagnostics';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';
import { requireParser } from '@writ/source/compiler';
import { RULES } from '../findings/finding-codes.ts';
import { locatedError } from './located-error.ts';

/**
 * Rejects an ES module that Node treats as CommonJS because of the `type` in the `package.json`, which `npm init -y`
 * writes.
 *
 * @throws SyntaxError located at `"type"`, with the value to write
 */
export function assertModule(file: string): void {
  if (!requireParser()(file, readFileSync(file, 'utf8')).module.hasModuleSyntax) return;
  const manifest = findPackageJSON(pathToFileURL(file));
  if (manifest === undefined) return;
  const source = new SourceText(manifest, readFileSync(manifest, 'utf8'));
  const [type = '', key = ''] = /("type"\s*:\s*)"commonjs"/.exec(source.text) ?? [];
  const start = source.text.indexOf(type) + key.length;
  const finding: Diagnostic = {
    ...ruleMembers(RULES.syntax),
    message: `${file} is an ES module, but this package declares its files as CommonJS`,
    hint: 'write "type": "module" here, or name the file .mts',
    file: manifest,
    ...(type === '' ? {} : { range: source.rangeAt(start, start + '"commonjs"'.length) }),
  };
  throw locatedError(`${file} cannot be loaded`, [finding], source);
}
