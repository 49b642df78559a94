import type { JSX } from 'preact';
import { splitSizes } from '../text/split-sizes.ts';
import { useFormats, useWords } from './page-context.ts';

/** The description of a loss in English, with sizes in large units. The exact number of bytes is the size's title. */
export function LossText({ description }: { readonly description: string }): JSX.Element {
  const formats = useFormats();
  const { consent } = useWords();
  return (
    <span lang="en">
      {splitSizes(description).map((part) =>
        typeof part === 'string' ? (
          part
        ) : (
          <data key={part.bytes} value={part.bytes} title={consent.exactSize(formats.count(part.bytes))}>
            {formats.bytes(part.bytes)}
          </data>
        ),
      )}
    </span>
  );
}
