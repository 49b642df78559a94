import { KeyRound } from 'lucide';
import type { JSX } from 'preact';
import type { Install } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';

/** The form for secrets that were lost when the service stopped. */
export function SecretsForm({ install }: { readonly install: Install }): JSX.Element | null {
  const { installs, people, run } = usePage();
  const words = useWords().install;
  const names = install.needs ?? [];
  if (names.length === 0 || !people.may('run')) return null;

  const submit = async (form: HTMLFormElement): Promise<void> => {
    const values = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const supplied = await installs.supplySecrets(install.id, Object.fromEntries(values));
    if (supplied !== undefined) run.show(supplied);
  };
  return (
    <form
      id="needs"
      class="needs"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <p>
        <Icon of={KeyRound} />
        {words.needs}
      </p>
      {names.map((name, index) => (
        <p class="row" key={name}>
          <label for={`need-${index}`} lang="en">
            {name}
          </label>
          {/* A custom command may have several lines, which a password field would join. */}
          <textarea
            id={`need-${index}`}
            name={name}
            class="hidden-text"
            rows={1}
            autocomplete="off"
            spellcheck={false}
            required
          />
        </p>
      ))}
      <p class="row end">
        <button type="submit" class="primary">
          {words.continue}
        </button>
      </p>
    </form>
  );
}
