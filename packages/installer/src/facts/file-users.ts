import { readdir, readFile, readlink } from 'node:fs/promises';

/** Describes the users of a file: loop devices, and processes that have it open for writing. */
export async function findFileUsers(path: string): Promise<string[]> {
  const [loops, writers] = await Promise.all([loopDevicesOf(path), writersOf(path)]);
  return [...loops, ...writers];
}

/** Finds the file's loop devices, which remain attached even if the file is removed. */
async function loopDevicesOf(path: string): Promise<string[]> {
  const names = (await readdir('/sys/block').catch(() => [])).filter((name) => name.startsWith('loop'));
  const users: string[] = [];
  for (const name of names) {
    const file = await readFile(`/sys/block/${name}/loop/backing_file`, 'utf8').catch(() => undefined);
    if (file?.trimEnd() === path) users.push(`loop device /dev/${name}`);
  }
  return users;
}

const WRITES = 0o3;

/**
 * Finds processes that have the file open for writing, such as a virtual machine. Only root sees other users'
 * processes.
 */
async function writersOf(path: string): Promise<string[]> {
  const users: string[] = [];
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    const numbers = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const number of numbers) {
      // Names are compared instead of files, because stat never returns on a network file system whose server
      // is down.
      if ((await readlink(`/proc/${pid}/fd/${number}`).catch(() => undefined)) !== path) continue;
      const info = await readFile(`/proc/${pid}/fdinfo/${number}`, 'utf8').catch(() => '');
      const flags = /^flags:\s*(\d+)/m.exec(info)?.[1];
      if (flags === undefined || (Number.parseInt(flags, 8) & WRITES) === 0) continue;
      const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
      users.push(`process ${pid} (${command.trim()}), which has it open for writing`);
      break;
    }
  }
  return users;
}
