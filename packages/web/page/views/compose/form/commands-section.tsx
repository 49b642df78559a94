import { Plus, Trash2 } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { isObject } from '../../../text/json-edit.ts';
import { describedBy, Field } from './field.tsx';
import { toText, useField, useRequestedFocus } from './use-field.ts';

const COMMANDS = 'custom-commands';

/** The commands that run inside the installed system at the end. */
export function CommandsSection(): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const commands = form.read([COMMANDS]);
  const count = Array.isArray(commands) ? commands.length : 0;
  return (
    <>
      <p class="quiet">{words.commandsHelp}</p>
      {Array.from({ length: count }, (_, index) => (
        <CommandField key={index} index={index} />
      ))}
      <button type="button" onClick={() => form.addEntry([COMMANDS, count], '', [])}>
        <Icon of={Plus} />
        {words.addCommand}
      </button>
    </>
  );
}

function CommandField({ index }: { readonly index: number }): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const path = [COMMANDS, index];
  const { id, value, set, findings } = useField(path, true);
  const control = useRequestedFocus<HTMLTextAreaElement>(path);
  const secret = isObject(value) ? words.referredSecret(toText(value['$secret'])) : undefined;
  return (
    <Field id={id} label={words.command(index + 1)} help={secret} findings={findings}>
      <div class="row command">
        <textarea
          ref={control}
          id={id}
          rows={Math.min(toText(value).split('\n').length, 8)}
          value={toText(value)}
          disabled={secret !== undefined}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-describedby={describedBy(id, secret, findings)}
          onBlur={() => form.leave(path)}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
        <button
          type="button"
          aria-label={words.remove(words.command(index + 1))}
          onClick={() => set(undefined)}
        >
          <Icon of={Trash2} />
        </button>
      </div>
    </Field>
  );
}
