import type { JSX } from 'preact';
import type { BootLoaderChoice } from '../../../api/answers.ts';
import { usePage, useWords } from '../../../parts/page-context.ts';
import type { Words } from '../../../words/english.ts';
import { Cards } from './cards.tsx';
import { CheckField } from './check-field.tsx';
import { EncryptionFields, FileSystemField, SwapFields } from './disk-fields.tsx';
import { FieldGroup } from './field.tsx';
import { KernelField } from './kernel-field.tsx';
import { TargetField } from './target-field.tsx';
import { toText, useField } from './use-field.ts';

/** The target, its file system, encryption and swap space, and how the machine starts. */
export function BootSection(): JSX.Element {
  const words = useWords().form;
  const { form } = usePage();
  return (
    <>
      <TargetField />
      <FileSystemField />
      <EncryptionFields />
      <SwapFields />
      <LoaderField />
      <KernelField />
      {form.read(['bootloader']) !== 'grub-install' && (
        <CheckField path={['uki']} label={words.uki} help={words.ukiHelp} />
      )}
    </>
  );
}

function LoaderField(): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const { id, value, set, findings } = useField(['bootloader']);
  const loaders = form.choices.value?.bootLoaders ?? [];
  const select = (chosen: string | undefined): void => {
    set(chosen);
    const unified = loaders.find((loader) => loader.value === chosen)?.unifiedImages;
    // If the boot loader cannot start unified images, the form hides this setting, so the user could not remove the
    // contradiction.
    if (unified === false) form.set(['uki'], undefined);
  };
  return (
    <FieldGroup id={id} label={words.loader} findings={findings}>
      <Cards
        name="bootloader"
        selected={toText(value)}
        select={select}
        cards={loaders.map((loader) => ({
          value: loader.value,
          title: words.loaders[loader.value],
          meaning: words.loaderMeanings[loader.value],
          facts: loaderFacts(loader, words),
        }))}
      />
    </FieldGroup>
  );
}

function loaderFacts({ firmware, unifiedImages }: BootLoaderChoice, words: Words['form']): string[] {
  return [
    firmware.includes('bios') ? words.anyFirmware : words.onlyUefi,
    ...(unifiedImages ? [words.unifiedImages] : []),
  ];
}
