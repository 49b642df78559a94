import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './process.ts';
import type { Signer } from './signer.ts';

/** Signs the packages in a folder and creates databases that contain the signatures. */
export async function makeRepository(
  name: string,
  folder: string,
  packages: readonly string[],
  signer: Signer,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const file of packages) await signer.sign(join(folder, file));
  // Newer versions of repo-add omit the signatures without this option.
  const takes = (await run(['repo-add', '--help'])).includes('--include-sigs') ? ['--include-sigs'] : [];
  await run(['repo-add', '--quiet', '--sign', ...takes, `${name}.db.tar.gz`, ...packages], {
    cwd: folder,
    env: signer.env,
    signal,
  });
  for (const kind of ['db', 'files']) {
    for (const suffix of ['', '.sig']) {
      const plain = join(folder, `${name}.${kind}${suffix}`);
      await rm(plain);
      await rename(join(folder, `${name}.${kind}.tar.gz${suffix}`), plain);
    }
  }
}
