import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';

/** The first subordinate ID that useradd assigns. */
const FIRST_ID = 100_000;

/** Reads /etc/subuid and /etc/subgid, whose lines are `NAME:FIRST:COUNT`. */
export async function subordinateIdLines(): Promise<{ readonly users: string; readonly groups: string }> {
  const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
  const [users, groups] = await Promise.all([read('/etc/subuid'), read('/etc/subgid')]);
  return { users, groups };
}

/** Returns a user's number of subordinate IDs. */
export function countIds(lines: string, { uid, username }: { uid: number; username: string }): number {
  return parseRanges(lines)
    .filter(({ owner }) => owner === username || owner === String(uid))
    .reduce((sum, { count }) => sum + count, 0);
}

/**
 * Returns the command that assigns unused IDs to this user. Users who share IDs could read each other's
 * files.
 */
export async function usermodCommand(count: number): Promise<string> {
  const { users, groups } = await subordinateIdLines();
  const range = (lines: string): string => {
    const first = firstFreeId(lines);
    return `${first}-${first + count - 1}`;
  };
  return `usermod --add-subuids ${range(users)} --add-subgids ${range(groups)} ${userInfo().username}`;
}

/** Returns the first ID after all assigned IDs, at least 100,000. */
export function firstFreeId(lines: string): number {
  return Math.max(FIRST_ID, ...parseRanges(lines).map(({ first, count }) => first + count));
}

function parseRanges(lines: string): { owner: string | undefined; first: number; count: number }[] {
  return lines.split('\n').map((line) => {
    const [owner, first, count] = line.split(':');
    return { owner, first: Number(first) || 0, count: Number(count) || 0 };
  });
}
