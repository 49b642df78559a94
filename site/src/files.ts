import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { filePage, linkedFiles } from './links.ts';
import { FILES, findPages } from './pages.ts';

/**
 * Writes a page for each linked file or folder that is not a page itself, such as the source of an example.
 */
export function writeFilePages(root: string): void {
  rmSync(join(root, FILES), { recursive: true, force: true });
  for (const file of linkedFiles(root, findPages(root))) {
    const to = join(root, filePage(file).source);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, renderPage(file, readContent(join(root, file))));
  }
}

/** The text of a file, or the names of the files in a folder. */
function readContent(path: string): string {
  return statSync(path).isDirectory() ? readdirSync(path).toSorted().join('\n') : readFileSync(path, 'utf8');
}

function renderPage(file: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const language = extname(file).slice(1) || 'text';
  return `---\nsearch: false\noutline: false\n---\n\n# ${file.replaceAll(/[[\]_*]/g, String.raw`\$&`)}\n\n${fence}${language}\n${text.trimEnd()}\n${fence}\n`;
}
