import { Eraser } from 'lucide';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Node } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';
import { QuestionDialog } from '../../parts/question-dialog.tsx';
import type { Erasure } from '../../state/node.ts';
import { DiskProperties } from './facts-card.tsx';
import { acceptsWork } from './accepts-work.ts';

const METHODS: readonly Erasure['method'][] = ['signatures', 'zero'];

/** Erases disks of a machine, after a question. */
export function EraseCard({ node }: { readonly node: Node }): JSX.Element | null {
  const { node: state, people } = usePage();
  const words = useWords().nodes;
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [method, setMethod] = useState<Erasure['method']>('signatures');
  const [isAsking, setAsking] = useState(false);
  const disks = state.facts.value?.disks ?? [];
  if (disks.length === 0) return null;
  const chosen = disks.filter(({ serial }) => serial !== undefined && selected.includes(serial));
  const isAllowed = people.may('run') && acceptsWork(node);
  const answer = (agreed: boolean): void => {
    setAsking(false);
    if (!agreed) return;
    setSelected([]);
    void state.erase(node, { disks: chosen.flatMap(({ serial }) => serial ?? []), method });
  };
  return (
    <section class="card" aria-labelledby="erase-title">
      <h2 id="erase-title">{words.erase}</h2>
      <form
        class="erase"
        onSubmit={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        <ul class="entries" aria-labelledby="erase-title">
          {disks.map(({ path, model, serial }) => (
            <li key={path}>
              <label class="check">
                <input
                  type="checkbox"
                  checked={serial !== undefined && selected.includes(serial)}
                  disabled={serial === undefined || !isAllowed}
                  onChange={({ currentTarget: { checked } }) => {
                    const others = selected.filter((each) => each !== serial);
                    setSelected(checked && serial !== undefined ? [...others, serial] : others);
                  }}
                />
                {[path, model, serial ?? words.noSerial].filter(Boolean).join(', ')}
              </label>
            </li>
          ))}
        </ul>
        <p class="row">
          <label for="erase-method">{words.method}</label>
          <select
            id="erase-method"
            value={method}
            disabled={!isAllowed}
            onChange={({ currentTarget }) => {
              setMethod(METHODS.find((each) => each === currentTarget.value) ?? 'signatures');
            }}
          >
            {METHODS.map((each) => (
              <option key={each} value={each}>
                {words.methods[each]}
              </option>
            ))}
          </select>
          <button type="submit" disabled={!isAllowed || chosen.length === 0}>
            <Icon of={Eraser} />
            {words.eraseButton}
          </button>
          {node.approved === undefined && <span class="quiet">{words.notApproved}</span>}
        </p>
      </form>
      <QuestionDialog
        name="erase-question"
        isOpen={isAsking}
        icon={Eraser}
        title={words.eraseTitle(chosen.length)}
        no={words.keep}
        yes={words.eraseNow}
        answer={answer}
      >
        <p>{words.eraseMeaning}</p>
        <ul>
          {chosen.map((disk) => (
            <li key={disk.path}>
              <strong>{disk.path}</strong>
              <DiskProperties disk={disk} />
            </li>
          ))}
        </ul>
      </QuestionDialog>
    </section>
  );
}
