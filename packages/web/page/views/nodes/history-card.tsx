import type { JSX } from 'preact';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';

/** The history of a machine, newest first. */
export function HistoryCard(): JSX.Element {
  const { node: state } = usePage();
  const words = useWords().nodes;
  const formats = useFormats();
  const names: Readonly<Record<string, string>> = words.events;
  return (
    <section class="card" aria-labelledby="history-title">
      <h2 id="history-title">{words.history}</h2>
      <ol class="entries" aria-labelledby="history-title">
        {state.history.value.map(({ number, type, time, message }) => (
          <li key={number}>
            <strong>{Object.hasOwn(names, type) ? names[type] : type}</strong>
            <time dateTime={time}>{formats.time(time)}</time>
            {message !== undefined && <span lang="en">{message}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
