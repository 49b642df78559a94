/**
 * Holds the one direction of imports: between packages, and between the stages inside the installer.
 * Prints every import against it with file, line and what is allowed; ends with status 1 when there is one.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderText, SourceText, type Diagnostic } from '@writ/diagnostics';
import { parseSync } from 'oxc-parser';

const root = resolve(fileURLToPath(import.meta.url), '../..');

/** What a package may import of its neighbours; docs/architecture.md draws the same. */
const packages: Readonly<Record<string, readonly string[]>> = {
  diagnostics: [],
  http: ['diagnostics'],
  source: ['diagnostics', 'http'],
  annotations: ['diagnostics', 'http', 'source'],
  controllers: ['diagnostics', 'http', 'source'],
  installer: ['diagnostics'],
  mirror: [],
  web: [],
  service: ['annotations', 'controllers', 'diagnostics', 'http', 'installer', 'web'],
  cli: ['annotations', 'controllers', 'diagnostics', 'http', 'installer', 'mirror', 'service'],
};

/** Inside the installer data flows forward once: what stands in a folder may import only these. */
const installerStages: Readonly<Record<string, readonly string[]>> = {
  config: ['data'],
  // Its tables are typed by what is generated from the schema.
  data: ['config'],
  facts: ['config'],
  target: ['facts'],
  plan: ['config', 'data', 'facts'],
  run: ['config', 'data', 'facts', 'plan', 'target'],
};

const findings: Diagnostic[] = [];
const sources = new Map<string, SourceText>();
for (const file of globSync('packages/*/{src,bin}/**/*.{ts,js}', { cwd: root })) checkFile(file);
process.stdout.write(
  renderText(findings, { source: (file) => sources.get(file), color: process.stdout.isTTY }),
);
if (findings.length > 0) process.exitCode = 1;

function checkFile(file: string): void {
  const text = readFileSync(resolve(root, file), 'utf8');
  const [, name = '', , stage = ''] = file.split(sep);
  const { module } = parseSync(file, text);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest ?? [])),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      value: text.slice(start + 1, end - 1),
      start,
      end,
    })),
  ];
  for (const { value, start, end } of specifiers) {
    const reason = against(file, name, stage, value);
    if (reason === undefined) continue;
    const source = new SourceText(file, text);
    sources.set(file, source);
    findings.push({
      code: 'import-direction',
      severity: 'error',
      message: `"${value}" is imported against the one direction`,
      hint: reason,
      file,
      range: source.rangeAt(start, end),
    });
  }
}

/** Why this import must not be; undefined when it may. */
function against(file: string, name: string, stage: string, specifier: string): string | undefined {
  const test = /[./]test(ing)?\.ts$/.test(file);
  if (specifier.startsWith('@writ/')) {
    const other = specifier.split('/')[1] ?? '';
    const allowed = packages[name];
    if (allowed === undefined) return `name packages/${name} in scripts/check-imports.ts`;
    if (other === name || allowed.includes(other)) return undefined;
    return `packages/${name} may import ${allowed.join(', ') || 'no other package'}`;
  }
  if (!specifier.startsWith('.')) return undefined;
  const [top, into, , intoStage = ''] = relative(root, resolve(root, dirname(file), specifier)).split(sep);
  if (top !== 'packages' || into !== name)
    return `another package is imported by its name, @writ/${into ?? ''}`;
  if (name !== 'installer' || test || stage === intoStage || !(intoStage in installerStages))
    return undefined;
  const allowed = installerStages[stage];
  if (allowed === undefined || allowed.includes(intoStage)) return undefined;
  return `${stage}/ may import ${allowed.join(', ') || 'no other stage'}`;
}
