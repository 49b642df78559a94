import { Info } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { usePage, useWords } from '../parts/page-context.ts';
import { toNoticeParts } from './notice-parts.ts';

/** The service's notices, for example about packages that are missing on its machine. */
export function Notices(): JSX.Element | null {
  const words = useWords();
  const info = usePage().service.value;
  if (info === undefined) return null;
  const notices = info.preparing === undefined ? info.notices : [info.preparing, ...info.notices];
  if (notices.length === 0) return null;
  return (
    <ul class="notices" aria-label={words.notices}>
      {notices.map((notice) => (
        <li key={notice}>
          <Icon of={Info} />
          <Notice text={notice} />
        </li>
      ))}
    </ul>
  );
}

function Notice({ text }: { readonly text: string }): JSX.Element {
  const { translated, rest } = toNoticeParts(text, useWords().noticeStarts);
  return (
    <span>
      {translated}
      <span lang="en">{rest}</span>
    </span>
  );
}
