import { element } from '../../element.ts';
import { usePage } from '../../parts/page-context.ts';
import type { DownloadedFile } from '../../api/answers.ts';

/** Returns a function that downloads a file of an installation. */
export function useDownload(id: number): (file: DownloadedFile) => Promise<void> {
  const { installs } = usePage();
  return async (file) => {
    const address = await installs.downloadAddress(id, file);
    if (address !== undefined) element('a', { href: address, download: true }).click();
  };
}
