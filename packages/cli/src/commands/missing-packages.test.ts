import { expect, it, vi } from 'vitest';
import type { Command } from '../command-line/command.ts';
import { requirePackages } from './missing-packages.ts';

const command: Command = {
  declare: () => Promise.reject(new Error('not used')),
  load: () => Promise.resolve({ run: () => Promise.resolve(0) }),
};

it('a command runs if its packages are installed', async () => {
  const { run } = await requirePackages('check', command, ['@writ/installer']).load();
  expect(await run([])).toBe(0);
});

it('a command prints which of its packages are missing', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const { run } = await requirePackages('check', command, [
      '@writ/installer',
      '@writ/absent',
      '@writ/none',
    ]).load();
    expect(await run([])).toBe(2);
    expect(write.mock.calls).toEqual([
      [
        'writ check: this command needs packages that are not installed; install them with\n    npm install @writ/absent @writ/none\n',
      ],
    ]);
  } finally {
    write.mockRestore();
  }
});
