import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hostCommand } from '../../plan/operations/define-operation.ts';
import { temporaryFolder, createTestContext } from '../testing.ts';
import { runCommand } from './command.ts';
import { withFileLimit } from './file-limit.ts';

const LIMIT = 1024 * 1024;

it('the kernel kills a command that exceeds the file size limit', async () => {
  const file = join(await temporaryFolder(), 'file');
  const context = withFileLimit(await createTestContext(), LIMIT);
  const end = await runCommand(hostCommand('sh', '-c', 'exec yes > "$0"', file), 30, context);
  expect(end).toMatchObject({ end: 'signal', signal: 'SIGXFSZ' });
  expect((await stat(file)).size).toBe(LIMIT);
});

it('a command within the file size limit succeeds', async () => {
  const file = join(await temporaryFolder(), 'a file');
  const context = withFileLimit(await createTestContext(), LIMIT - 100);
  const end = await runCommand(
    hostCommand('sh', '-c', `head -c ${LIMIT} /dev/zero > "$0"`, file),
    30,
    context,
  );
  expect(end).toMatchObject({ end: 'exit', status: 0 });
});
