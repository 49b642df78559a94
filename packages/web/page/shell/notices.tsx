import { Info } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { usePage, useWords } from '../parts/page-context.ts';

/** The service's notices in English, for example about packages that are missing on its machine. */
export function Notices(): JSX.Element | null {
  const words = useWords();
  const info = usePage().service.value;
  if (info === undefined) return null;
  const notices = info.preparing === undefined ? info.notices : [info.preparing, ...info.notices];
  if (notices.length === 0) return null;
  return (
    <ul class="notices" aria-label={words.notices} lang="en">
      {notices.map((notice) => (
        <li key={notice}>
          <Icon of={Info} />
          <span>{notice}</span>
        </li>
      ))}
    </ul>
  );
}
