import { Check, Copy } from 'lucide';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { useWords } from './page-context.ts';

/** Milliseconds for which the button confirms that the text was copied. */
const CONFIRMATION = 2_000;

interface CopyButtonProps {
  /** The text, or a function that provides it when the button is pressed. */
  readonly text: string | (() => Promise<string>);
  readonly name: string;
  readonly title?: string;
}

/**
 * A button that copies text. Absent if the page may not use the clipboard, which browsers allow only on the same
 * machine or over TLS.
 */
export function CopyButton({ text, name, title }: CopyButtonProps): JSX.Element | null {
  const words = useWords();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRMATION);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard === undefined) return null;
  const copy = async (): Promise<void> => {
    try {
      await clipboard.writeText(typeof text === 'string' ? text : await text());
      setCopied(true);
    } catch {
      // The page has already displayed the reason why the text is not available, so the button does not confirm
      // anything.
    }
  };
  return (
    <button type="button" title={title} onClick={() => void copy()}>
      <Icon of={isCopied ? Check : Copy} />
      {isCopied ? words.copied : name}
    </button>
  );
}
