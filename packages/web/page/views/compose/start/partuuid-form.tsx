import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConversionAnswer, NamedPartition } from '../../../api/answers.ts';
import { useWords } from '../../../parts/page-context.ts';

interface PartuuidFormProps extends Pick<ConversionAnswer, 'unnamed'> {
  readonly convert: (partuuids: readonly NamedPartition[]) => void;
}

const PATTERN = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';

/** Asks for the PARTUUIDs of the partitions that an archinstall configuration keeps. */
export function PartuuidForm({ unnamed, convert }: PartuuidFormProps): JSX.Element {
  const words = useWords().start;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        convert(unnamed.map(({ key }) => ({ key, partuuid: (typed[key] ?? '').trim() })));
      }}
    >
      <p>{words.partuuids}</p>
      {unnamed.map(({ key, description }) => (
        <label key={key} class="field">
          {words.partuuidOf(description)} <code>{key}</code>
          <input
            required
            pattern={PATTERN}
            placeholder="0fc63daf-8483-4772-8e79-3d69d8477de4"
            autocomplete="off"
            spellcheck={false}
            value={typed[key] ?? ''}
            onInput={({ currentTarget }) => setTyped({ ...typed, [key]: currentTarget.value })}
          />
        </label>
      ))}
      <p class="row end">
        <button type="submit" class="primary">
          {words.keepPartitions}
        </button>
      </p>
    </form>
  );
}
