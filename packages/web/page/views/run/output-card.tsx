import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { usePage, useWords } from '../../parts/page-context.ts';
import type { OutputLogParts } from './output-log.ts';

interface OutputCardProps {
  /** Called with the elements of the log; returns a function that detaches the log from them. */
  readonly attach: (parts: OutputLogParts) => () => void;
}

/** The output of an installation. */
export function OutputCard({ attach }: OutputCardProps): JSX.Element {
  const { run } = usePage();
  const words = useWords().install;
  const view = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => attach({ view: view.current!, room: room.current!, rows: rows.current! }), []);
  const dropped = run.install.value?.dropped?.events;
  return (
    <details id="output" class="card output" open>
      <summary>
        <h3>{words.output}</h3>
      </summary>
      {dropped !== undefined && <p class="quiet">{words.dropped(dropped)}</p>}
      <div ref={view} id="log" class="log" tabIndex={0} role="region" aria-label={words.outputLog} lang="en">
        <div ref={room}>
          <div ref={rows} id="log-lines" />
        </div>
      </div>
    </details>
  );
}
