import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { EditorHandle } from './editor-handle.ts';
import { FindingCard } from './finding-card.tsx';
import { PlanCard } from './plan-card.tsx';
import { TextCard } from './text-card.tsx';

/** A configuration with its findings and its plan. */
export function ComposeView({ hidden }: { readonly hidden: boolean }): JSX.Element {
  const editor = useMemo(() => new EditorHandle(), []);
  return (
    <div class="compose" hidden={hidden}>
      <TextCard editor={editor} />
      <div class="side">
        <FindingCard editor={editor} />
        <PlanCard />
      </div>
    </div>
  );
}
