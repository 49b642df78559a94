import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    // Many tests wait for processes of their own; without this, a machine of two processors runs one file at a time.
    maxWorkers: availableParallelism(),
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**'],
      exclude: ['**/*.test.ts', '**/*.gen.ts', '**/fixtures/**'],
      reporter: ['text-summary'],
    },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'docs/**/*.test.ts',
            'examples/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**'],
          setupFiles: ['scripts/fixed-seed.ts'],
          testTimeout: 20_000,
        },
      },
      {
        // Needs root and the Debian packages of scripts/debian: real pacman, real QEMU.
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 15 * 60_000,
          hookTimeout: 15 * 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});

export default config;
