import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { usePage } from '../../parts/page-context.ts';
import { EditorHandle } from './editor-handle.ts';
import { FindingCard } from './finding-card.tsx';
import { FormCard } from './form/form-card.tsx';
import { LayoutBar } from './layout-bar.tsx';
import { PlanCard } from './plan-card.tsx';
import { StartCard } from './start/start-card.tsx';
import { TextCard } from './text-card.tsx';

/** The configuration as a form and as text, with its findings and its plan. */
export function ComposeView({ hidden }: { readonly hidden: boolean }): JSX.Element {
  const { form } = usePage();
  const editor = useMemo(() => new EditorHandle(), []);
  return (
    <div class={`compose layout-${form.shownLayout.value}`} hidden={hidden}>
      <LayoutBar />
      <StartCard />
      <FormCard />
      <TextCard editor={editor} />
      <div class="side">
        <FindingCard editor={editor} />
        <PlanCard />
      </div>
    </div>
  );
}
