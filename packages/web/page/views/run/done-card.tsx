import { Download, FileDown, Package, Play, SquarePen } from 'lucide';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Install } from '../../api/answers.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { useDownload } from './use-download.ts';

/** A complete installation, with its image and the ways to use it. */
export function DoneCard({ install }: { readonly install: Install }): JSX.Element | null {
  const page = usePage();
  const words = useWords().install;
  const formats = useFormats();
  const { id, path, state } = install;
  const save = useDownload(id);
  useEffect(() => {
    if (state === 'done') void page.resultImage.load(id);
    return () => page.resultImage.discard();
  }, [id, state]);
  if (state !== 'done') return null;
  const image = page.resultImage.details.value;
  // After an installation, most users want to see the machine, which takes a minute and changes nothing. Saving moves
  // gigabytes.
  const isStartable = image?.missing.length === 0;
  const mayRun = page.people.may('run');
  return (
    <section class="card done-card" aria-labelledby="done-title">
      <h3 id="done-title">{words.complete(path)}</h3>
      {image !== undefined && mayRun && (
        <p class="quiet">{isStartable ? words.startMeaning : words.startMissing(image.missing.join(', '))}</p>
      )}
      <p class="row">
        {image !== undefined && mayRun && (
          <>
            <button
              type="button"
              class={isStartable ? 'primary' : undefined}
              onClick={() => page.machine.show(id)}
            >
              <Icon of={Play} />
              {words.startImage}
            </button>
            <button
              type="button"
              class={isStartable ? undefined : 'primary'}
              onClick={() => void save('image')}
            >
              <Icon of={Download} />
              {words.saveImage}
            </button>
            <button type="button" onClick={() => void save('image.zst')}>
              <Icon of={FileDown} />
              {words.saveCompressed}
            </button>
          </>
        )}
        {mayRun && (
          <button type="button" onClick={() => void save('lock')}>
            <Icon of={Package} />
            {words.saveLock}
          </button>
        )}
        <button type="button" onClick={() => void page.editInstallation(install)}>
          <Icon of={SquarePen} />
          {words.editAgain}
        </button>
      </p>
      {image !== undefined && (
        <dl>
          <dt>{words.size}</dt>
          <dd>{formats.bytes(image.bytes)}</dd>
          <dt>{words.digest}</dt>
          <dd id="image-digest">
            {image.sha256 === undefined ? words.digestPending : <code>{image.sha256}</code>}
            {image.sha256 !== undefined && <CopyButton text={image.sha256} name={words.copyDigest} />}
          </dd>
          <dt>{words.startCommand}</dt>
          <dd>
            <code id="qemu-command">{image.startCommand}</code>
            <CopyButton text={image.startCommand} name={words.copyCommand} />
          </dd>
        </dl>
      )}
    </section>
  );
}
