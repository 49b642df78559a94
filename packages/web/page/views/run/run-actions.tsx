import { Ban, Download, FileDown } from 'lucide';
import type { JSX } from 'preact';
import type { Install } from '../../../src/answers.ts';
import { element } from '../../parts/dom.ts';
import { Icon } from '../../parts/icon.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';
import { ResumeButtons } from '../../parts/resume-buttons.tsx';

/** The buttons for the state of an installation: cancel, resume, downloads. */
export function RunActions({ install }: { readonly install: Install }): JSX.Element {
  const { installs } = usePage();
  const words = useWords().install;
  const { id, state, ended, path } = install;
  const save = async (file: 'output' | 'image'): Promise<void> => {
    const address = await installs.downloadAddress(id, file);
    if (address !== undefined) element('a', { href: address, download: true }).click();
  };
  if (ended === undefined) {
    return (
      <button type="button" onClick={() => void installs.cancel(id)}>
        <Icon of={Ban} />
        {words.cancel}
      </button>
    );
  }
  return (
    <>
      <ResumeButtons install={install} />
      <button type="button" onClick={() => void save('output')}>
        <Icon of={FileDown} />
        {words.saveOutput}
      </button>
      {state === 'done' && !path.startsWith('/dev/') && (
        <button type="button" class="primary" onClick={() => void save('image')}>
          <Icon of={Download} />
          {words.saveImage}
        </button>
      )}
    </>
  );
}
