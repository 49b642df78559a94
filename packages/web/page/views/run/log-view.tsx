import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { LogLine } from '../../api/answers.ts';
import { element } from '../../element.ts';
import { usePage, useWords } from '../../parts/page-context.ts';
import type { RunLog } from '../../state/run-log.ts';
import { createVirtualRows } from './virtual-rows.ts';

interface LogViewProps {
  readonly isWrapped: boolean;
}

/** The lines of a log that match its filter. */
export function LogView({ isWrapped }: LogViewProps): JSX.Element {
  const { log } = usePage();
  const words = useWords().install;
  const view = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const parts = { view: view.current!, room: room.current!, pane: pane.current!, rows: rows.current! };
    const list = createVirtualRows(parts, {
      count: () => log.count(),
      create: (row) => createLine(log, row),
      need: (first, end) => log.need(first, end),
    });
    const stopUpdates = effect(() => {
      // Reading the values subscribes to them.
      void [log.version.value, log.total.value];
      list.update();
    });
    const stopPlacing = placeAfterSearch(log, list);
    return () => {
      stopUpdates();
      stopPlacing();
      list.close();
    };
  }, [isWrapped]);
  return (
    <div
      ref={view}
      id="log"
      class={isWrapped ? 'log wrapped' : 'log'}
      tabIndex={0}
      role="region"
      aria-label={words.outputLog}
      lang="en"
    >
      <div ref={room}>
        <div ref={pane} class="log-pane">
          <div ref={rows} id="log-lines" />
        </div>
      </div>
    </div>
  );
}

/** Shows the first hit of a search. When the search ends, shows the line that was visible, with the lines around it. */
function placeAfterSearch(
  log: RunLog,
  list: { readonly first: number; readonly show: (row: number | 'end') => void },
): () => void {
  let before = log.hits.peek();
  return effect(() => {
    const hits = log.hits.value;
    if (hits === before) return;
    if (hits === undefined) {
      const line = before?.lines[list.first];
      list.show(line === undefined ? 'end' : log.rowOf(line));
    } else if (hits.lines[0] !== before?.lines[0]) list.show(0);
    before = hits;
  });
}

function createLine(log: RunLog, row: number): HTMLElement {
  const line = log.lineAt(row);
  const {
    kind = 'output',
    source,
    step = '',
    text = '',
    time,
    isError = false,
  } = line ?? ({} as Partial<LogLine>);
  return element(
    'div',
    { class: `line line-kind-${kind} ${source ?? ''}${isError ? ' error' : ''}`, title: time },
    element('span', { class: 'line-number' }, String(log.numberAt(row))),
    element('span', { class: 'line-step' }, kind === 'output' ? step : ''),
    element('span', { class: 'line-text' }, line === undefined ? '…' : text),
  );
}
