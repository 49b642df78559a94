import { element } from '../../parts/dom.ts';
import type { OutputSink } from '../../state/run.ts';

/** Maximum number of lines, above the service's limit for one installation; the oldest lines are dropped first. */
const LINE_LIMIT = 100_000;
/** Lines rendered above and below the visible part, so that scrolling does not reveal gaps. */
const MARGIN = 20;

/**
 * The output of an installation. Lines are strings, and only visible lines are elements: any number of new lines costs
 * one layout per frame. All lines have the same height, because they are not wrapped.
 */
export interface OutputLog extends OutputSink {
  /** Stops observing the elements. */
  close(): void;
}

/** The elements of the log, each inside the one before. */
export interface OutputLogParts {
  /** The element that scrolls. */
  readonly view: HTMLElement;
  /** As high as all lines. */
  readonly room: HTMLElement;
  readonly rows: HTMLElement;
}

interface Line {
  readonly content: string;
  readonly source: string;
}

export function createOutputLog({ view, room, rows }: OutputLogParts): OutputLog {
  let lines: Line[] = [];
  let following = true;
  let frame: number | undefined;
  let height = 0;
  let shown = { first: 0, end: 0 };
  let changed = false;

  const lineHeight = (): number => {
    const probe = element('span', {}, 'M\n');
    rows.append(probe);
    const measured = probe.getBoundingClientRect().height;
    probe.remove();
    return measured;
  };

  const dropOldest = (): number => {
    const excess = lines.length - LINE_LIMIT;
    if (excess <= 0) return 0;
    lines = lines.slice(excess);
    return excess;
  };

  const paintLines = (): void => {
    frame = undefined;
    const visible = view.clientHeight;
    // A closed box has no height; it is painted when it opens.
    if (visible === 0) return;
    if (height === 0) height = lineHeight();
    const removed = dropOldest();
    room.style.height = `${lines.length * height}px`;
    if (following) view.scrollTop = view.scrollHeight;
    else if (removed > 0) view.scrollTop -= removed * height;
    const top = following ? lines.length * height - visible : view.scrollTop;
    const first = Math.max(0, Math.floor(top / height) - MARGIN);
    const end = Math.min(lines.length, Math.ceil((top + visible) / height) + MARGIN);
    if (!changed && first === shown.first && end === shown.end) return;
    shown = { first, end };
    changed = false;
    rows.style.transform = `translateY(${first * height}px)`;
    rows.replaceChildren(
      ...lines
        .slice(first, end)
        .map(({ content, source }) => element('span', { class: source }, `${content}\n`)),
    );
  };

  const requestPaint = (): void => {
    frame ??= requestAnimationFrame(paintLines);
  };

  view.addEventListener('scroll', () => {
    following = view.scrollTop + view.clientHeight >= view.scrollHeight - 8;
    requestPaint();
  });
  const resized = new ResizeObserver(() => {
    height = 0;
    requestPaint();
  });
  resized.observe(view);

  return {
    write(output, source) {
      for (const content of output.split('\n')) lines.push({ content, source });
      if (lines.length > 2 * LINE_LIMIT) dropOldest();
      changed = true;
      requestPaint();
    },
    clear() {
      lines = [];
      following = true;
      changed = true;
      requestPaint();
    },
    close() {
      resized.disconnect();
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}
