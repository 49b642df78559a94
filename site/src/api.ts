/** Writes the API reference from the docstrings of published modules, as one Markdown page per module. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  Application,
  Comment,
  Converter,
  LogLevel,
  OptionDefaults,
  ReflectionKind,
  type Context,
} from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { publishedEntries, type Entry } from '../../scripts/docstrings/entries.ts';

const options: Partial<PluginOptions> = {
  outputFileStrategy: 'modules',
  entryFileName: 'index',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  hideGroupHeadings: true,
  // TypeDoc and VitePress number equal headings differently.
  useCustomAnchors: true,
  useCodeBlocks: true,
  expandObjects: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  propertyMembersFormat: 'table',
  typeDeclarationFormat: 'table',
  tableColumnSettings: { hideSources: true, hideInherited: true, hideOverrides: true },
};

/** Replaces the folder `out` with the reference of the packages below `root`. */
export async function writeApiReference(root: string, out: string): Promise<void> {
  const entries = publishedEntries(root);
  const app = await Application.bootstrapWithPlugins({
    name: 'API reference',
    entryPoints: entries.map(({ file }) => join(root, file)),
    tsconfig: join(root, 'tsconfig.json'),
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: out }],
    logLevel: LogLevel.Warn,
    readme: 'none',
    disableGit: true,
    disableSources: true,
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    // Skip error checks, because the workspace's `tsc` run reports errors.
    skipErrorChecking: true,
    sort: ['source-order'],
    // JSON Schema tags in types that are generated from a schema.
    blockTags: [...OptionDefaults.blockTags, '@minItems', '@maxItems'],
    ...options,
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context: Context) => nameModules(context, root, entries));
  const project = await app.convert();
  if (project === undefined) throw new Error('TypeDoc could not read the packages');
  rmSync(out, { recursive: true, force: true });
  await app.generateOutputs(project);
  if (app.logger.hasErrors()) throw new Error('TypeDoc could not write the reference');
}

/** Names each module after its import specifier. The text after `@module` is its description. */
function nameModules(context: Context, root: string, entries: readonly Entry[]): void {
  const specifiers = new Map(entries.map(({ specifier, file }) => [join(root, file), specifier]));
  const modules = [context.project, ...context.project.getChildrenByKind(ReflectionKind.Module)];
  for (const module of modules) {
    const file = context.getSymbolFromReflection(module)?.declarations?.[0]?.getSourceFile().fileName ?? '';
    const specifier = specifiers.get(file);
    if (specifier === undefined) continue;
    module.name = specifier;
    module.comment = new Comment([{ kind: 'text', text: moduleText(readFileSync(file, 'utf8')) }]);
  }
}

/** The description of a module after `@module`. */
export function moduleText(source: string): string {
  const [, text = ''] = /^\/\*\*\s*(?:\* )?@module ([^]*?)\*\//.exec(source) ?? [];
  return text.replaceAll(/\n \* ?/g, '\n').trim();
}
