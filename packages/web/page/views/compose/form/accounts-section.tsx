import { Plus, Trash2, UserRound } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { isObject, type Path } from '../../../text/json-edit.ts';
import { CheckField } from './check-field.tsx';
import { FindingNote } from './finding-note.tsx';
import { ListField } from './list-field.tsx';
import { PasswordField } from './password-field.tsx';
import { TextField } from './text-field.tsx';
import { toText, useField, useLeaveEntry } from './use-field.ts';

const USERS = '!users';

/** The accounts of the installed system. */
export function AccountsSection(): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const { value, findings } = useField([USERS]);
  // One user account can be an object without a list.
  const paths: readonly Path[] = Array.isArray(value)
    ? value.map((_, index) => [USERS, index])
    : isObject(value)
      ? [[USERS]]
      : [];
  const add = (): void => {
    const user = { username: '', sudo: paths.length === 0 };
    // An entry can only be added to a list.
    if (value !== undefined && !Array.isArray(value)) form.set([USERS], [value]);
    form.addEntry([USERS, paths.length], user, ['username']);
  };
  return (
    <>
      {paths.map((path, index) => (
        <Account key={index} path={path} />
      ))}
      {findings.length > 0 && (
        <ul class="field-findings">
          {findings.map((finding) => (
            <FindingNote key={finding.message} finding={finding} />
          ))}
        </ul>
      )}
      <button type="button" onClick={add}>
        <Icon of={Plus} />
        {words.addAccount}
      </button>
      <PasswordField path={['!root-password']} label={words.rootPassword} help={words.rootPasswordHelp} />
    </>
  );
}

/** The SSH keys of an account; not rendered until the account has a name, under which they are stored. */
function KeyField({ name }: { readonly name: string }): JSX.Element | null {
  const { form } = usePage();
  const words = useWords().form;
  if (name === '') return null;
  return (
    <ListField
      path={[...form.accountPath(name), 'authorized-keys']}
      owner={form.accountPath(name)}
      label={words.sshKeys}
      help={words.sshKeysHelp}
      placeholder="ssh-ed25519 AAAA… ada@laptop"
      isLines
    />
  );
}

function Account({ path }: { readonly path: Path }): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const name = toText(form.read([...path, 'username']));
  return (
    <section class="item" aria-label={words.account(name)} onFocusOut={useLeaveEntry(path)}>
      <div class="bar">
        <h3>
          <Icon of={UserRound} />
          {words.account(name)}
        </h3>
        <button type="button" onClick={() => form.removeAccount(path)}>
          <Icon of={Trash2} />
          {words.removeItem}
        </button>
      </div>
      <div class="field-row">
        <TextField
          path={[...path, 'username']}
          label={words.username}
          placeholder="ada"
          edit={(text) => form.renameAccount(path, text)}
        />
        <PasswordField path={[...path, '!password']} label={words.password} />
      </div>
      <CheckField path={[...path, 'sudo']} label={words.administrator} help={words.administratorHelp} />
      <KeyField name={name} />
    </section>
  );
}
