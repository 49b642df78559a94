import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { explanationAt, type Explanation } from './explanation.ts';
import type { Lookup } from './schema.ts';

/** Meaning, values and default of what is under the pointer. */
export function hover(schema: Lookup): Extension {
  return hoverTooltip((view, position, side) => {
    const offset = side < 0 ? position - 1 : position;
    const found = explanationAt(schema, view.state.sliceDoc(), offset);
    if (found === undefined) return null;
    return { pos: found.start, end: found.end, above: true, create: () => ({ dom: show(found) }) };
  });
}

function show({ key, meaning, facts }: Explanation): HTMLElement {
  const list = node('dl');
  for (const [name, text] of facts) list.append(node('dt', name), node('dd', text));
  const all = node('div', node('strong', key), node('p', meaning), list);
  all.className = 'cm-explanation';
  return all;
}

function node(name: string, ...children: (string | Node)[]): HTMLElement {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}
