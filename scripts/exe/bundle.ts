import { isBuiltin } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const entry = resolve(fileURLToPath(import.meta.url), '../../../packages/cli/src/executable.ts');

/**
 * Bundles the executable's program and its data as one CommonJS file.
 *
 * @throws Error if the bundle needs other files or packages
 */
export async function writeBundle(file: string): Promise<void> {
  await using build = await rolldown({
    input: entry,
    platform: 'node',
    // Prefer ES modules, because the CommonJS version of one dependency hides its parts from bundlers.
    resolve: { mainFields: ['module', 'main'] },
    onLog: (_level, { message }) => {
      throw new Error(`the executable's program cannot be bundled: ${message}`);
    },
  });
  const { output } = await build.write({ file, format: 'cjs', codeSplitting: false });
  const [{ imports, dynamicImports, fileName }] = output;
  const external = [...imports, ...dynamicImports].filter((name) => name !== fileName && !isBuiltin(name));
  if (external.length > 0 || output.length > 1) {
    const names = [...external, ...output.slice(1).map((other) => other.fileName)];
    throw new Error(`the executable's program would need ${names.join(', ')} in addition`);
  }
}
