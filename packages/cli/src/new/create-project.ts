import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../command-line/version.ts';
import type { FrontEnd } from './front-end.ts';

const templates = fileURLToPath(new URL('../../templates', import.meta.url));

/** A project to create. */
export interface NewProject {
  /** Absolute path of the folder. */
  readonly folder: string;
  readonly name: string;
  readonly frontEnd: FrontEnd;
}

/**
 * Writes a project into a folder that is empty or does not exist. Never overwrites a file.
 *
 * @throws Error of the file system
 */
export function createProject(project: NewProject): void {
  for (const template of ['shared', project.frontEnd]) writeTemplate(join(templates, template), project);
}

function writeTemplate(template: string, { folder, name }: NewProject): void {
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(folder, relative(template, entry.parentPath), targetName(entry.name));
    const text = readFileSync(from, 'utf8').replaceAll('{{name}}', name).replaceAll('{{version}}', version());
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, text, { flag: 'wx' });
  }
}

/**
 * Returns the name of a file in the project. Templates have different names, because npm excludes `.gitignore` from
 * packages, and tools read `package.json` and `tsconfig.json` in any folder.
 */
function targetName(name: string): string {
  return name === '_gitignore' ? '.gitignore' : name.replace(/^_/, '');
}
