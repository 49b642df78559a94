/** Extracts an earlier version of Writ from the history of the repository. It runs with the present dependencies. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The last version before users, nodes and batches, of 28 November 2026; its records have format 9. */
export const EARLIER_COMMIT = 'd83d017539bc6aa7dd52b9b6d7fe16c4861124a7';

/** The images folder in the stored records, which exists everywhere: the plan of an image depends on its path. */
export const EARLIER_IMAGES = '/var/tmp';

/** Whether the history contains the earlier version; that of a shallow clone does not. */
export function hasEarlierVersion(): boolean {
  const { status } = spawnSync('git', ['-C', root, 'cat-file', '-e', `${EARLIER_COMMIT}^{commit}`]);
  return status === 0;
}

/** Extracts the earlier version into an empty folder. */
export function extractEarlierVersion(folder: string): void {
  const paths = ['package.json', 'packages', 'tools', 'e2e/fleet'];
  const archive = execFileSync('git', ['-C', root, 'archive', EARLIER_COMMIT, '--', ...paths], {
    maxBuffer: 2 ** 28,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  linkModules(root, folder);
  for (const name of readdirSync(join(folder, 'packages'))) {
    const [from, to] = [root, folder].map((each) => join(each, 'packages', name));
    if (existsSync(join(from!, 'node_modules'))) linkModules(from!, to!);
  }
}

/** Links the dependencies of a folder. Links to packages of Writ are copied, so that they lead to the earlier ones. */
function linkModules(from: string, to: string): void {
  const modules = join(from, 'node_modules');
  mkdirSync(join(to, 'node_modules', '@writ'), { recursive: true });
  for (const name of readdirSync(modules)) {
    if (name !== '@writ') symlinkSync(join(modules, name), join(to, 'node_modules', name));
  }
  const own = join(modules, '@writ');
  for (const name of existsSync(own) ? readdirSync(own) : [])
    symlinkSync(readlinkSync(join(own, name)), join(to, 'node_modules', '@writ', name));
}
