import { execFileSync } from 'node:child_process';
import { countInodes, packageName, type ImageSummary } from './image-summary.ts';

interface Partition {
  readonly start: number;
  readonly size: number;
  readonly type: string;
}

const EFI = 'C12A7328-F81F-11D2-BA4B-00A0C93EC93B';
const SECTOR = 512;
/** Time limit of a program in milliseconds. */
const LIMIT = 60_000;

/** Reads an image without mounting it. */
export function summarizeImage(image: string): ImageSummary {
  const { partitiontable } = JSON.parse(run('sfdisk', ['--json', image])) as {
    partitiontable: { partitions: readonly Partition[] };
  };
  const { partitions } = partitiontable;
  const esp = partitions.find(({ type }) => type === EFI);
  const root = partitions.filter((one) => one !== esp).toSorted((a, b) => b.size - a.size)[0];
  if (root === undefined) throw new Error(`${image} has no root partition`);
  const device = `${image}?offset=${root.start * SECTOR}`;
  const list = (path: string): string[] => names(run('debugfs', ['-R', `ls -p ${path}`, device]));
  const fat = esp === undefined ? undefined : `${image}@@${esp.start * SECTOR}`;
  const boot = [
    ...list('/boot'),
    ...(fat === undefined ? [] : run('mdir', ['-b', '-i', fat, '::/']).split('\n')),
  ];
  return {
    packages: list('/var/lib/pacman/local')
      .map(packageName)
      .filter((name) => name !== '')
      .toSorted(),
    files: countInodes(run('dumpe2fs', ['-h', device])),
    loader: fat !== undefined && succeeds('mdir', ['-i', fat, '::/EFI/BOOT/BOOTX64.EFI']),
    initramfs: boot.filter((name) => /initramfs-[^/]*\.img$/.test(name)).length,
    user: /^ada:\$/m.test(run('debugfs', ['-R', 'cat /etc/shadow', device])),
    locale: list('/usr/lib/locale').includes('locale-archive'),
  };
}

/** Returns the names in the output of debugfs `ls -p`: `/INODE/MODE/UID/GID/NAME/SIZE/`. */
function names(listing: string): string[] {
  return listing.split('\n').flatMap((line) => line.split('/')[5] ?? []);
}

function run(program: string, args: readonly string[]): string {
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  return execFileSync(program, args, { encoding: 'utf8', stdio: [...stdio], timeout: LIMIT, maxBuffer: 1e9 });
}

function succeeds(program: string, args: readonly string[]): boolean {
  try {
    run(program, args);
    return true;
  } catch {
    return false;
  }
}
