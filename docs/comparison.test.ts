/** Checks the statements of the comparison that a program can check. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const page = read('docs/comparison.md');
const sections = page.split(/^## /m).slice(1);

/** The last cell of each row that compares a feature, with the feature and the text of its section. */
const writCells = sections.flatMap((section) =>
  [...section.matchAll(/^\| (?!-)(\S.*?) +\|.*\| (\S.*?) +\|$/gm)].map(([, feature = '', cell = '']) => ({
    feature,
    cell,
    section,
  })),
);

describe('docs/comparison.md', () => {
  it.each(['fastify', '@nestjs/core', 'hono', '@hono/node-server', 'h3'])(
    'names the version of %s in package-lock.json; check its column when you change the version',
    (name) => {
      const lock: { packages: Record<string, { version: string }> } = JSON.parse(read('package-lock.json'));
      const table = page.slice(0, page.indexOf('\n## '));
      expect(table).toContain(lock.packages[`node_modules/${name}`]!.version);
    },
  );

  it('names the version of Writ', () => {
    const { version }: { version: string } = JSON.parse(read('packages/http/package.json'));
    expect(page).toMatch(new RegExp(`^\\| Writ +\\| ${version.replaceAll('.', '\\.')} `, 'm'));
  });

  it('links each feature of Writ to a page, and gives the reason for each missing one in a note', () => {
    expect(writCells.length).toBeGreaterThan(40);
    const unexplained = writCells.filter(({ cell }) => !/\]\([^)]+\)/.test(cell) && !/^no [¹²³]$/.test(cell));
    expect(unexplained.map(({ feature, cell }) => `${feature}: ${cell}`)).toEqual([]);
  });

  it('links each feature of Writ to a page with an example, which the tests run, or to the generated reference', () => {
    const linked = writCells.flatMap(({ feature, cell }) =>
      [...cell.matchAll(/\]\(([^)#]+)/g)].map(([, file = '']) => ({ feature, file })),
    );
    const without = linked.filter(
      ({ file }) => file !== 'reference/findings.md' && !/^```(?:ts|sh|console)/m.test(read(`docs/${file}`)),
    );
    expect(linked.length).toBeGreaterThan(50);
    expect(without).toEqual([]);
  });

  it('has a note for each mark in a table, and a mark for each note', () => {
    for (const section of sections) {
      const rows = section.split('\n').filter((line) => line.startsWith('|'));
      const marks = new Set(rows.join('').match(/[¹²³⁴⁵]/g));
      const notes = [...section.matchAll(/^- ([¹²³⁴⁵]) /gm)].map(([, mark]) => mark);
      expect(notes.toSorted(), section.split('\n')[0]).toEqual([...marks].toSorted());
    }
  });
});
