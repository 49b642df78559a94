import { posix } from 'node:path';
import { fileAddress, type Repository } from './repository.ts';

/** Code, in which links are examples, and links. A link may contain code. */
const PARTS = /^```[^]*?^```|(?<link>!?\[(?<label>(?:[^\]\\]|\\.)*)\]\((?<target>[^)\s]+)\))|`[^`\n]*`/gm;

/**
 * Returns a README with links that work outside the repository: a link to a file of the repository becomes its address,
 * or plain text if the repository has no address. Links in code are left unchanged.
 *
 * @param folder the folder of the README in the repository
 */
export function toPublishedReadme(text: string, folder: string, repository: Repository | undefined): string {
  return text.replaceAll(PARTS, (part: string, ...rest: readonly unknown[]) => {
    const { link, label = '', target = '' } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (link === undefined || /^(?:[a-z]+:|#)/.test(target)) return part;
    const image = link.startsWith('!');
    if (repository === undefined) return image ? '' : label;
    const [path = '', hash] = target.split('#');
    const address = fileAddress(repository, posix.join(folder, path));
    return `${image ? '!' : ''}[${label}](${address}${hash === undefined ? '' : `#${hash}`})`;
  });
}
