import { Columns2, FileBraces, ListChecks, type IconNode } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../parts/icon.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';
import type { Layout } from '../../state/form.ts';

const ICONS: Readonly<Record<Layout, IconNode>> = { form: ListChecks, split: Columns2, text: FileBraces };
const LAYOUTS: readonly Layout[] = ['form', 'split', 'text'];

/** Selects form, text or both. */
export function LayoutBar(): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const selected = form.shownLayout.value;
  return (
    <div class="layout-bar">
      <div class="segments" role="group" aria-label={words.layout}>
        {LAYOUTS.map((layout) => (
          <button
            type="button"
            key={layout}
            class={layout}
            aria-pressed={selected === layout}
            onClick={() => {
              form.layout.value = layout;
            }}
          >
            <Icon of={ICONS[layout]} />
            {words.layouts[layout]}
          </button>
        ))}
      </div>
    </div>
  );
}
