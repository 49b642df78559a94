import { ShieldCheck } from 'lucide';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Node } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';
import { QuestionDialog } from '../../parts/question-dialog.tsx';

/** The code of an agent that waits for approval, with a button that approves it. */
export function ApprovalPart({ node }: { readonly node: Node }): JSX.Element {
  const { node: state, people } = usePage();
  const words = useWords().nodes;
  const [isAsking, setAsking] = useState(false);
  const code = node.code ?? '';
  return (
    <div class="needs">
      <p>
        {words.code}: <strong class="agent-code">{code}</strong>
      </p>
      <p>
        <button
          type="button"
          class="primary"
          disabled={!people.may('administer')}
          onClick={() => setAsking(true)}
        >
          <Icon of={ShieldCheck} />
          {words.approve}
        </button>
      </p>
      <QuestionDialog
        name="approve"
        isOpen={isAsking}
        icon={ShieldCheck}
        title={words.approveTitle}
        no={words.notYet}
        yes={words.approveNow}
        answer={(agreed) => {
          setAsking(false);
          if (agreed) void state.approve(node);
        }}
      >
        <p>{words.approveMeaning(code)}</p>
      </QuestionDialog>
    </div>
  );
}
