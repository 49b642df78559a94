import { ListChecks } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import type { BatchSettings, TargetKind } from '../../../state/batch-draft.ts';
import { LABEL_PATTERN } from '../../../text/label-list.ts';

const KINDS: readonly TargetKind[] = ['image', 'device', 'mac', 'serial', 'uuid'];
/** The largest number of rows of a table. */
const MOST_ROWS = 1_000;
/** The largest number of rows that are installed at the same time. */
const MOST_AT_ONCE = 100;

/** The targets and labels of the rows, and the settings of the batch. */
export function SettingsCard(): JSX.Element {
  const { newBatch: draft, service } = usePage();
  const words = useWords().newBatch;
  const hasDevices = service.value?.devices === true;
  const isOfNodes = draft.isOfNodes.value;
  return (
    <section class="card" aria-labelledby="settings-title">
      <div class="bar">
        <h2 id="settings-title">{words.settings}</h2>
      </div>
      <form
        class="row fields"
        onSubmit={(event) => {
          event.preventDefault();
          void draft.review();
        }}
      >
        <p class="labelled">
          <label for="batch-target">{words.target}</label>
          <span class="row">
            <select
              aria-label={words.targetKind}
              value={draft.kind.value}
              onChange={({ currentTarget }) => {
                draft.selectKind(KINDS.find((kind) => kind === currentTarget.value) ?? 'image');
              }}
            >
              {KINDS.filter((kind) => kind !== 'device' || hasDevices).map((kind) => (
                <option key={kind} value={kind}>
                  {words.targetKinds[kind]}
                </option>
              ))}
            </select>
            <input
              id="batch-target"
              value={draft.target.value}
              title={words.targetRule}
              autocomplete="off"
              spellcheck={false}
              required
              onInput={({ currentTarget }) => {
                draft.target.value = currentTarget.value;
              }}
            />
          </span>
        </p>
        {!isOfNodes && <BatchFields />}
        <button type="submit" disabled={!draft.isComplete.value || draft.isReviewing.value}>
          <Icon of={ListChecks} />
          {words.review}
        </button>
      </form>
    </section>
  );
}

/** The fields that only batches have: the service installs their rows itself. */
function BatchFields(): JSX.Element {
  const { newBatch: draft } = usePage();
  const words = useWords().newBatch;
  return (
    <>
      <p class="labelled">
        <label for="batch-labels">{words.labels}</label>
        <input
          id="batch-labels"
          value={draft.labels.value}
          pattern={LABEL_PATTERN}
          title={words.labelsRule}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => {
            draft.labels.value = currentTarget.value;
          }}
        />
      </p>
      <NumberField name="concurrency" least={1} most={MOST_AT_ONCE} />
      <NumberField name="canaries" least={0} most={MOST_ROWS} />
      <NumberField name="stopAfter" least={1} most={MOST_ROWS} />
    </>
  );
}

interface NumberFieldProps {
  readonly name: keyof BatchSettings;
  readonly least: number;
  readonly most: number;
}

function NumberField({ name, least, most }: NumberFieldProps): JSX.Element {
  const { newBatch: draft } = usePage();
  const words = useWords().newBatch;
  const settings = draft.settings.value;
  return (
    <p class="labelled">
      <label for={`batch-${name}`}>{words[name]}</label>
      <input
        id={`batch-${name}`}
        type="number"
        min={least}
        max={most}
        value={settings[name]}
        title={words[`${name}Rule`]}
        required
        onInput={({ currentTarget: { valueAsNumber } }) => {
          if (Number.isInteger(valueAsNumber)) draft.settings.value = { ...settings, [name]: valueAsNumber };
        }}
      />
    </p>
  );
}
