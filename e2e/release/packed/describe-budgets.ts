import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import budgets from './budgets.json' with { type: 'json' };

const root = resolve(fileURLToPath(import.meta.url), '../../../..');

/** Allowed growth since the last release. Larger growth requires a reason and a new figure in budgets.json. */
const GROWTH = 1.05;

const bundleSources = {
  http: `import { int, PathParam, route, Router, Toolkit } from '@writ/http';
    console.log(int, PathParam, route, Router, Toolkit);`,
  annotations: `import { GET, int, PathParam, RestRouter, Toolkit } from '@writ/annotations';
    console.log(GET, int, PathParam, RestRouter, Toolkit);`,
  controllers: `import { Controller, fromTable } from '@writ/controllers';
    console.log(Controller, fromTable);`,
};

const repeatLine = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** A source file with 300 routes, whose handlers the compiler checks against their bindings. */
const typedRoutes = {
  http: `import { BodyParam, int, object, optional, PathParam, QueryParam, route } from '@writ/http';
    export const routes = [${repeatLine(
      300,
      (index) => `route({ method: 'GET', path: '/r${index}/{id}',
        bindings: [PathParam('id', int), QueryParam('q', optional(String)), BodyParam(object({ a: String, b: int }))],
        handler: (id, q, body) => ({ id, q, a: body.a }) }),`,
    )}];`,
  annotations: `import { GET, int, optional, Path, PathParam, QueryParam } from '@writ/annotations';
    ${repeatLine(
      100,
      (index) =>
        `@Path('/c${index}') export class C${index} { ${repeatLine(
          3,
          (method) =>
            `@GET('/m${method}/{id}', PathParam('id', int), QueryParam('q', optional(String)))
           m${method}(id: number, q?: string) { return { id, q }; }`,
        )} }`,
    )}`,
};

/**
 * Declares tests of bundle sizes and type-check costs for the packed packages that are installed in
 * `project`.
 */
export function describeBudgets(project: string): void {
  const folder = join(project, 'budgets');

  it.each(Object.entries(bundleSources))(
    'the bundle of %s is not larger than in the last release',
    async (name, code) => {
      const { outputFiles } = await build({
        stdin: { contents: code, resolveDir: project },
        bundle: true,
        minify: true,
        platform: 'node',
        format: 'esm',
        write: false,
        logLevel: 'silent',
      });
      const bytes = outputFiles[0]!.contents.length;
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThanOrEqual(budgets.bundleBytes[name as keyof typeof bundleSources] * GROWTH);
    },
  );

  it.each(Object.entries(typedRoutes))(
    'type-checking 300 routes with %s costs no more than in the last release',
    (name, code) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${name}.ts`), code);
      const compilerOptions = {
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        module: 'nodenext',
        target: 'esnext',
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
        typeRoots: [join(root, 'node_modules/@types')],
        types: ['node'],
      };
      const config = join(folder, `${name}.json`);
      writeFileSync(config, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
      const report = execFileSync('tsc', ['-p', config, '--extendedDiagnostics'], {
        cwd: project,
        encoding: 'utf8',
        timeout: 400_000,
      });
      // Count type instantiations, because times depend on the machine.
      const instantiations = Number(/^Instantiations:\s+(\d+)$/m.exec(report)![1]);
      expect(instantiations).toBeGreaterThan(1000);
      expect(instantiations).toBeLessThanOrEqual(
        budgets.typeInstantiations[name as keyof typeof typedRoutes] * GROWTH,
      );
    },
    500_000,
  );
}
