import { CircleStop, RotateCcw, Terminal } from 'lucide';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';

/**
 * The serial console of a virtual machine that runs the image on the service's machine. The virtual machine
 * is stopped when this card is closed.
 */
export function ConsoleCard({ id }: { readonly id: number }): JSX.Element {
  const { machine } = usePage();
  const words = useWords().install;
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    void machine.run(id, stop.signal, async (onInput) => {
      const { openTerminal } = await import('./terminal.ts');
      // The card may have been closed in the meantime.
      stop.signal.throwIfAborted();
      return openTerminal(host.current!, onInput);
    });
    return () => stop.abort();
  }, [id, machine.attempt.value]);
  useEffect(() => () => machine.hide(), [id]);
  const state = machine.state.value;
  useEffect(() => {
    // By now, everything above the terminal has its final height.
    if (state === 'running') host.current?.scrollIntoView({ block: 'end' });
  }, [state]);
  const hasPanicked = state === 'running' && machine.hasPanicked.value;
  const isEmulated = machine.accelerator.value === 'tcg';
  return (
    <section class="card console-card" aria-labelledby="console-title">
      <div class="bar">
        <h3 id="console-title">
          <Icon of={Terminal} />
          {words.console}
        </h3>
        <p id="machine-state" class={`summary ${hasPanicked ? 'bad' : ''}`} role="status">
          {hasPanicked ? words.machinePanic : words.machineStates[state]}
          {state === 'running' && !hasPanicked && isEmulated && ` ${words.emulated}`}
        </p>
        {(hasPanicked || state === 'ended') && (
          <button type="button" onClick={() => void machine.restart(id)}>
            <Icon of={RotateCcw} />
            {words.restartMachine}
          </button>
        )}
        {state === 'running' && (
          <button type="button" onClick={() => void machine.end(id)}>
            <Icon of={CircleStop} />
            {words.endMachine}
          </button>
        )}
      </div>
      <p class="quiet">{words.consoleMeaning}</p>
      <div ref={host} class="console" />
    </section>
  );
}
