import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Node } from '../../api/answers.ts';
import { usePage, useWords } from '../../parts/page-context.ts';
import { LABEL_PATTERN, printLabels, readLabels } from '../../text/label-list.ts';

/** The labels of a machine. */
export function LabelsForm({ node }: { readonly node: Node }): JSX.Element {
  const { node: state, people } = usePage();
  const words = useWords().nodes;
  const stored = printLabels(node.labels).join(', ');
  const [text, setText] = useState(stored);
  useEffect(() => setText(stored), [stored]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const labels = readLabels(text);
    if (typeof labels !== 'string') void state.setLabels(node, labels);
  };
  return (
    <form class="row" onSubmit={submit}>
      <label for="node-labels">{words.labels}</label>
      <input
        id="node-labels"
        value={text}
        pattern={LABEL_PATTERN}
        title={words.labelsRule}
        placeholder={words.noLabels}
        autocomplete="off"
        spellcheck={false}
        readOnly={!people.may('run')}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" disabled={!people.may('run') || text === stored}>
        {words.changeLabels}
      </button>
    </form>
  );
}
