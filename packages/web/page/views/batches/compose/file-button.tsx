import { FolderOpen } from 'lucide';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../../../parts/icon.tsx';
import { useWords } from '../../../parts/page-context.ts';

/** Maximum number of bytes to read: one more than a template or table may have, so that the service reports it. */
const FILE_LIMIT = 2 ** 20 + 1;

interface FileButtonProps {
  /** The name of the text that the file contains. */
  readonly name: string;
  readonly accept: string;
  readonly open: (text: string) => void;
}

/** A button that reads a text file. */
export function FileButton({ name, accept, open }: FileButtonProps): JSX.Element {
  const words = useWords().newBatch;
  const input = useRef<HTMLInputElement>(null);
  const read = async (element: HTMLInputElement): Promise<void> => {
    const [file] = element.files ?? [];
    element.value = '';
    if (file !== undefined) open(await file.slice(0, FILE_LIMIT).text());
  };
  return (
    <>
      <button type="button" aria-label={`${name}: ${words.openFile}`} onClick={() => input.current?.click()}>
        <Icon of={FolderOpen} />
        {words.openFile}
      </button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => void read(event.currentTarget)}
      />
    </>
  );
}
