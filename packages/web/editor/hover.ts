import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { explanationAt, type Explanation } from './explanation.ts';
import type { SchemaLookup } from './schema.ts';

/** A tooltip with the description, values and default of the key or value under the pointer. */
export function hover(schema: SchemaLookup): Extension {
  return hoverTooltip((view, position, side) => {
    const offset = side < 0 ? position - 1 : position;
    const found = explanationAt(schema, view.state.sliceDoc(), offset);
    if (found === undefined) return null;
    return {
      pos: found.start,
      end: found.end,
      above: true,
      create: () => ({ dom: renderExplanation(found) }),
    };
  });
}

function renderExplanation({ key, meaning, facts }: Explanation): HTMLElement {
  const list = createNode('dl');
  for (const [name, text] of facts) list.append(createNode('dt', name), createNode('dd', text));
  const all = createNode('div', createNode('strong', key), createNode('p', meaning), list);
  all.className = 'cm-explanation';
  return all;
}

function createNode(name: string, ...children: (string | Node)[]): HTMLElement {
  const created = document.createElement(name);
  created.append(...children);
  return created;
}
