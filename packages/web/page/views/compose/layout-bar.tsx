import { Columns2, FileBraces, FilePlus, ListChecks, type IconNode } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../parts/icon.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';
import type { Layout } from '../../state/form.ts';

const ICONS: Readonly<Record<Layout, IconNode>> = { form: ListChecks, split: Columns2, text: FileBraces };
const LAYOUTS: readonly Layout[] = ['form', 'split', 'text'];

/** Selects the form, the text or both, and opens the choices for beginning a configuration. */
export function LayoutBar(): JSX.Element {
  const { form, start } = usePage();
  const { form: words, start: startWords } = useWords();
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
      <button
        type="button"
        aria-expanded={start.isOpen.value}
        onClick={() => {
          start.isOpen.value = !start.isOpen.peek();
        }}
      >
        <Icon of={FilePlus} />
        {startWords.open}
      </button>
    </div>
  );
}
