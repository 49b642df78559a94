/** Maximum height of the scrolled content in pixels; browsers limit it to 17 million or more. */
const HEIGHT_LIMIT = 8_000_000;

/** The elements of a list; each contains the next one. */
export interface VirtualRowsParts {
  /** The element that scrolls. */
  readonly view: HTMLElement;
  /** An element as high as all rows, up to the limit of browsers. */
  readonly room: HTMLElement;
  /** The element that stays in the visible part of `room`. */
  readonly pane: HTMLElement;
  readonly rows: HTMLElement;
}

/** The rows of a list. */
export interface RowSource {
  count(): number;
  /** Creates the element of a row. */
  create(row: number): HTMLElement;
  /** Called with the visible rows before they are created. */
  need(first: number, end: number): void;
}

/** A list of any length, in which only the visible rows are elements. It follows new rows while its end is visible. */
export interface VirtualRows {
  /** Paints in the next frame, because rows have changed. */
  update(): void;
  /** The first visible row. */
  readonly first: number;
  /** Shows a row as the first one, or follows the end. */
  show(row: number | 'end'): void;
  /** Stops observing the elements. */
  close(): void;
}

/**
 * Creates a list in the given elements. The position in the list is a row number with a fraction, and the visible
 * rows are placed relative to it, because rows may differ in height, and a list may be higher than browsers allow.
 */
export function createVirtualRows(
  { view, room, pane, rows }: VirtualRowsParts,
  source: RowSource,
): VirtualRows {
  let following = true;
  let top = 0;
  let height = 0;
  let frame: number | undefined;
  /** The scroll position that this list has set. */
  let placed = 0;

  const measureRow = (): number => {
    const probe = document.createElement('div');
    probe.textContent = 'M';
    rows.replaceChildren(probe);
    return probe.getBoundingClientRect().height;
  };
  const lastTop = (): number => Math.max(0, source.count() - view.clientHeight / height);
  const scrollRange = (): number => Math.max(0, view.scrollHeight - view.clientHeight);

  const paint = (): void => {
    frame = undefined;
    const visible = view.clientHeight;
    // A closed box has no height; the rows are painted when it opens.
    if (visible === 0) return;
    if (height === 0) height = measureRow();
    const count = source.count();
    room.style.height = `${Math.min(HEIGHT_LIMIT, Math.max(count * height, visible))}px`;
    pane.style.height = `${visible}px`;
    top = following ? lastTop() : Math.min(top, lastTop());
    const first = Math.floor(top);
    const end = Math.min(count, first + Math.ceil(visible / height) + 1);
    source.need(first, end);
    rows.replaceChildren(...Array.from({ length: end - first }, (_, index) => source.create(first + index)));
    const hidden = (top - first) * (rows.firstElementChild?.getBoundingClientRect().height ?? 0);
    const excess = rows.getBoundingClientRect().height - visible;
    rows.style.transform = `translateY(${-(following ? Math.max(0, excess) : hidden)}px)`;
    placed = lastTop() === 0 ? 0 : (top / lastTop()) * scrollRange();
    if (Math.abs(view.scrollTop - placed) >= 1) view.scrollTop = placed;
  };

  const update = (): void => {
    frame ??= requestAnimationFrame(paint);
  };

  const onScroll = (): void => {
    if (Math.abs(view.scrollTop - placed) < 1 || height === 0) return;
    const range = scrollRange();
    following = view.scrollTop >= range - 8;
    top = range === 0 ? 0 : (view.scrollTop / range) * lastTop();
    placed = view.scrollTop;
    update();
  };
  view.addEventListener('scroll', onScroll);
  const resized = new ResizeObserver(() => {
    height = 0;
    update();
  });
  resized.observe(view);

  return {
    update,
    get first() {
      return Math.floor(top);
    },
    show(row) {
      following = row === 'end';
      if (row !== 'end') top = row;
      update();
    },
    close() {
      // The next list may have the same elements.
      view.removeEventListener('scroll', onScroll);
      resized.disconnect();
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}
