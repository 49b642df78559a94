import { Power, RefreshCw } from 'lucide';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Node, PowerAction } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';
import { QuestionDialog } from '../../parts/question-dialog.tsx';

const ACTIONS: readonly PowerAction[] = ['on', 'shutdown', 'reset', 'off'];
/** Actions that interrupt the machine. */
const INTERRUPTING: ReadonlySet<PowerAction> = new Set(['shutdown', 'reset', 'off']);

/** The power of a machine, and its management controller. */
export function PowerCard({ node }: { readonly node: Node }): JSX.Element {
  const { node: state, people } = usePage();
  const words = useWords().nodes;
  const [asked, setAsked] = useState<PowerAction>();
  const [fromNetwork, setFromNetwork] = useState(false);
  const mayControl = people.may('administer');
  const { controller } = node;
  const control = (action: PowerAction): void => {
    void state.control(node, action, action !== 'wake' && fromNetwork);
  };
  return (
    <section class="card" aria-labelledby="power-title">
      <h2 id="power-title">{words.power}</h2>
      {controller === undefined ? (
        <p class="quiet">{words.noController}</p>
      ) : (
        <p class="row">
          <span role="status">
            {words.powerState}: {state.power.value ?? words.unknownPower}
          </span>
          <button type="button" disabled={!mayControl} onClick={() => void state.readPower(node)}>
            <Icon of={RefreshCw} />
            {words.readPower}
          </button>
          <code>{controller.address}</code>
        </p>
      )}
      <p class="row power">
        <button
          type="button"
          disabled={!mayControl || node.macs.length === 0}
          onClick={() => control('wake')}
        >
          <Icon of={Power} />
          {words.powerActions.wake}
        </button>
        {controller !== undefined &&
          ACTIONS.map((action) => (
            <button
              key={action}
              type="button"
              disabled={!mayControl}
              onClick={() => (INTERRUPTING.has(action) ? setAsked(action) : control(action))}
            >
              {words.powerActions[action]}
            </button>
          ))}
        {controller !== undefined && (
          <label class="check">
            <input
              type="checkbox"
              checked={fromNetwork}
              disabled={!mayControl}
              onChange={({ currentTarget }) => setFromNetwork(currentTarget.checked)}
            />
            {words.networkBoot}
          </label>
        )}
      </p>
      {mayControl && <ControllerForm node={node} />}
      {asked !== undefined && (
        <QuestionDialog
          name="power-question"
          isOpen
          icon={Power}
          title={words.powerTitle(words.powerActions[asked])}
          no={words.letItRun}
          yes={words.powerNow}
          answer={(agreed) => {
            setAsked(undefined);
            if (agreed) control(asked);
          }}
        >
          <p>{words.powerMeaning}</p>
        </QuestionDialog>
      )}
    </section>
  );
}

/** Stores the management controller. Its password is only in the field, which is emptied when it is sent. */
function ControllerForm({ node }: { readonly node: Node }): JSX.Element {
  const { node: state } = usePage();
  const words = useWords().nodes;
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const values = new FormData(event.currentTarget as HTMLFormElement);
    const read = (name: string): string => String(values.get(name) ?? '').trim();
    const password = form.current?.querySelector<HTMLInputElement>('#controller-password');
    const body = {
      address: read('address'),
      username: read('username'),
      password: password?.value ?? '',
      certificateSha256: read('certificate'),
    };
    if (password) password.value = '';
    if (await state.setController(node, body)) form.current?.reset();
  };
  return (
    <details>
      <summary>{words.controller}</summary>
      <form ref={form} class="row fields" onSubmit={(event) => void submit(event)}>
        <p class="labelled">
          <label for="controller-address">{words.address}</label>
          <input id="controller-address" name="address" type="url" autocomplete="off" required />
        </p>
        <p class="labelled">
          <label for="controller-user">{words.user}</label>
          <input id="controller-user" name="username" autocomplete="off" required />
        </p>
        <p class="labelled">
          <label for="controller-password">{words.password}</label>
          <input id="controller-password" type="password" autocomplete="off" required />
        </p>
        <p class="labelled">
          <label for="controller-certificate">{words.certificate}</label>
          <input
            id="controller-certificate"
            name="certificate"
            pattern="\s*(?:[0-9A-Fa-f]{2}:?){32}\s*"
            autocomplete="off"
            spellcheck={false}
            required
          />
        </p>
        <button type="submit">{words.setController}</button>
        {node.controller !== undefined && (
          <button type="button" onClick={() => void state.removeController(node)}>
            {words.removeController}
          </button>
        )}
      </form>
    </details>
  );
}
