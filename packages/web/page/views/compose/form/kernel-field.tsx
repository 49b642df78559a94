import type { JSX } from 'preact';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { FieldGroup } from './field.tsx';
import { toTexts, useField } from './use-field.ts';

/** The kernels. By default, the machine starts the first one. */
export function KernelField(): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const { id, value, set, findings } = useField(['kernels'], true);
  const selected = toTexts(value);
  const kernels = form.choices.value?.kernels ?? [];
  return (
    <FieldGroup id={id} label={words.kernels} help={words.kernelsHelp} findings={findings}>
      <div class="cards">
        {kernels.map(({ value: kernel }) => (
          <div class="choice" key={kernel}>
            <label class="choice-label">
              <input
                type="checkbox"
                checked={selected.includes(kernel)}
                onChange={({ currentTarget }) => {
                  const others = selected.filter((each) => each !== kernel);
                  set(currentTarget.checked ? [...others, kernel] : others);
                }}
              />
              <span class="choice-title">{kernel}</span>
              <span class="choice-text">{words.kernelMeanings[kernel]}</span>
            </label>
            {selected.length > 1 && selected.includes(kernel) && (
              <button
                type="button"
                class="quiet-button"
                aria-pressed={selected[0] === kernel}
                onClick={() => set([kernel, ...selected.filter((each) => each !== kernel)])}
              >
                {words.startsFirst}
              </button>
            )}
          </div>
        ))}
      </div>
    </FieldGroup>
  );
}
