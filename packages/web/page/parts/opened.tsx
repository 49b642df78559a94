import type { ReadonlySignal } from '@preact/signals';
import { LoaderCircle, RotateCcw, Unplug, type IconNode } from 'lucide';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Empty } from './empty.tsx';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { usePage, useWords } from './page-context.ts';

/** The state of a page about one record of the service. */
interface OpenedState {
  readonly isAbsent: ReadonlySignal<boolean>;
  readonly hasFailed: ReadonlySignal<boolean>;
  open(id: number): Promise<void>;
  close(): void;
}

/** Opens a record while the session is open, and closes it when the page is left. */
export function useOpened(state: OpenedState, id: number): void {
  const isOpen = usePage().session.status.value === 'open';
  useEffect(() => {
    if (!isOpen) return undefined;
    void state.open(id);
    return () => state.close();
  }, [isOpen, id]);
}

interface NotOpenedProps {
  readonly state: OpenedState;
  readonly id: number;
  readonly icon: IconNode;
  /** The path of the list of all records. */
  readonly listPath: string;
  readonly words: {
    readonly title: string;
    readonly absent: (id: number) => string;
    readonly absentAdvice: string;
    readonly failed: string;
    readonly loading: string;
  };
}

/** Says that a record does not exist, could not be loaded, or is being loaded. */
export function NotOpened({ state, id, icon, listPath, words }: NotOpenedProps): JSX.Element {
  const { retry } = useWords();
  if (state.isAbsent.value) {
    return (
      <Empty icon={icon} title={words.absent(id)}>
        <p class="quiet">{words.absentAdvice}</p>
        <Link to={listPath} class="button">
          {words.title}
        </Link>
      </Empty>
    );
  }
  if (!state.hasFailed.value) return <Empty icon={LoaderCircle} title={words.loading} />;
  return (
    <Empty icon={Unplug} title={words.failed}>
      <button type="button" onClick={() => void state.open(id)}>
        <Icon of={RotateCcw} />
        {retry}
      </button>
    </Empty>
  );
}
