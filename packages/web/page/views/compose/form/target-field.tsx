import type { JSX } from 'preact';
import { useFormats, usePage, useWords } from '../../../parts/page-context.ts';
import { Cards } from './cards.tsx';
import { FieldGroup } from './field.tsx';

/**
 * The choice between an image and a disk in the service's machine; not rendered if only images are allowed or
 * the machine has no disk.
 */
export function TargetField(): JSX.Element | null {
  const { planning, hardware } = usePage();
  const words = useWords().form;
  const formats = useFormats();
  const disks = hardware.found.value?.disks ?? [];
  if (disks.length === 0) return null;
  return (
    <FieldGroup id="field-target" label={words.target} findings={[]}>
      <Cards
        name="target"
        selected={planning.device.value}
        select={(device) => {
          planning.device.value = device;
        }}
        cards={[
          { value: undefined, title: words.imageTarget, facts: [words.imageTargetMeaning] },
          ...disks.map(({ path, size, model, serial, contents, unread, inUse, readOnly }) => ({
            value: path,
            title: path,
            description: contents.join(', '),
            facts: [
              ...(model === undefined ? [] : [model]),
              formats.bytes(size),
              ...(serial === undefined ? [] : [words.serial(serial)]),
              ...(contents.length === 0 && !unread && !inUse ? [words.emptyDisk] : []),
              ...(inUse ? [words.diskInUse] : []),
              ...(readOnly ? [words.readOnlyDisk] : []),
            ],
            isDisabled: inUse || readOnly,
          })),
        ]}
      />
    </FieldGroup>
  );
}
