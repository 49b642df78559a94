import { afterEach, expect, it, vi } from 'vitest';
import { createVirtualRows, type VirtualRowsParts } from './virtual-rows.ts';

afterEach(() => vi.unstubAllGlobals());

it('a closed list no longer renders rows when its element is scrolled', () => {
  const frames: (() => void)[] = [];
  const row = { getBoundingClientRect: () => ({ height: 10 }) };
  vi.stubGlobal('document', { createElement: () => row });
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => frames.push(paint));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  const view = Object.assign(new EventTarget(), { scrollTop: 0, clientHeight: 100, scrollHeight: 1_000 });
  const rows = { ...row, replaceChildren: () => undefined, firstElementChild: row, style: {} };
  const parts = { view, room: { style: {} }, pane: { style: {} }, rows } as unknown as VirtualRowsParts;
  const source = { count: () => 100, create: () => row as unknown as HTMLElement, need: () => undefined };
  const list = createVirtualRows(parts, source);
  const scrollTo = (position: number): void => {
    view.scrollTop = position;
    view.dispatchEvent(new Event('scroll'));
  };
  list.update();
  frames.shift()!();
  scrollTo(450);
  expect(frames).toHaveLength(1);
  frames.shift()!();
  expect(list.first).toBe(45);
  list.close();
  scrollTo(100);
  expect(frames).toEqual([]);
});
