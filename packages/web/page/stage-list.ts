import { byId, element } from './dom.ts';

/** The stages of an installation, in the order of their starts. */
export interface StageList {
  clear(): void;
  /** Marks a stage as current when one of its steps starts, and the stages without a running step as not current. */
  begin(stage: string): void;
  /** Marks a stage by the result of one of its steps. */
  finish(stage: string, good: boolean): void;
  /** Removes the mark from all stages. */
  end(): void;
}

export function createStageList(): StageList {
  const list = byId('stages');
  const items = new Map<string, HTMLElement>();
  /** Number of running steps by stage. */
  const running = new Map<string, number>();
  const count = (stage: string, change: number): void => {
    running.set(stage, (running.get(stage) ?? 0) + change);
  };

  const getItem = (stage: string): HTMLElement => {
    const existing = items.get(stage);
    if (existing !== undefined) return existing;
    const item = element('li', {}, stage);
    list.append(item);
    items.set(stage, item);
    return item;
  };

  return {
    clear() {
      items.clear();
      running.clear();
      list.replaceChildren();
    },
    begin(stage) {
      for (const [name, item] of items) if (!running.get(name)) item.classList.remove('now');
      count(stage, 1);
      getItem(stage).className = 'now';
    },
    finish(stage, good) {
      count(stage, -1);
      const item = getItem(stage);
      if (!good) item.className = 'bad';
      else if (!item.classList.contains('bad')) item.classList.add('good');
    },
    end() {
      for (const item of items.values()) item.classList.remove('now');
    },
  };
}
