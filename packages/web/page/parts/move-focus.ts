/** Moves the focus between the buttons of a list with the arrow keys, Home and End. */
export function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const current = buttons.findIndex((button) => button === document.activeElement);
  const top = buttons[0]?.offsetTop;
  const columns = buttons.findIndex(({ offsetTop }) => offsetTop !== top);
  const next = nextPosition(event.key, {
    current,
    count: buttons.length,
    columns: columns === -1 ? buttons.length : columns,
  });
  if (next === undefined) return;
  event.preventDefault();
  buttons[next]?.focus();
}

/** Positions in a list whose items are in lines of equal length. */
interface Positions {
  readonly current: number;
  readonly count: number;
  readonly columns: number;
}

/** Returns the position to which a key moves; undefined if it moves nowhere. */
export function nextPosition(key: string, { current, count, columns }: Positions): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: current - 1,
    ArrowRight: current + 1,
    ArrowUp: current - columns,
    ArrowDown: current + columns,
    Home: 0,
    End: count - 1,
  };
  const next = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return next === undefined || next < 0 || next >= count || current === -1 ? undefined : next;
}
