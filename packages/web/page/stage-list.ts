import { byId, element } from './dom.ts';

/** The stages of an installation, in the order of their starts. */
export interface StageList {
  clear(): void;
  /** Marks a stage as the current one. */
  begin(stage: string): void;
  /** Marks a stage by the result of one of its steps. */
  finish(stage: string, good: boolean): void;
  /** Removes the mark from the current stage. */
  end(): void;
}

export function createStageList(): StageList {
  const list = byId('stages');
  const items = new Map<string, HTMLElement>();

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
      list.replaceChildren();
    },
    begin(stage) {
      for (const [name, item] of items) if (name !== stage) item.classList.remove('now');
      getItem(stage).className = 'now';
    },
    finish(stage, good) {
      const item = getItem(stage);
      if (good) item.classList.add('good');
      else item.className = 'bad';
    },
    end() {
      for (const item of items.values()) item.classList.remove('now');
    },
  };
}
