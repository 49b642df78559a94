import { KeyRound, Plus } from 'lucide';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';

/** The ways in which administrators add machines: with a token, or with a description. */
export function AddNodesCard(): JSX.Element {
  const words = useWords().nodes;
  return (
    <section class="card" aria-labelledby="add-nodes-title">
      <h2 id="add-nodes-title">{words.add}</h2>
      <TokenPart />
      <ExpectedForm />
    </section>
  );
}

function TokenPart(): JSX.Element {
  const { nodes } = usePage();
  const words = useWords().nodes;
  const token = nodes.token.value?.token;
  return (
    <>
      <p class="quiet">{words.tokenMeaning}</p>
      <div role="status">
        {token !== undefined && (
          <div class="created">
            <p>{words.tokenCreated}</p>
            <p>
              <code>{`writ agent --server ${location.origin} --token-file agent.token`}</code>
            </p>
            <p class="row">
              <code id="agent-token">{token}</code>
              <CopyButton text={token} name={words.copyToken} />
              <button
                type="button"
                onClick={() => {
                  nodes.token.value = undefined;
                }}
              >
                {words.hideToken}
              </button>
            </p>
          </div>
        )}
      </div>
      <p>
        <button type="button" onClick={() => void nodes.createToken()}>
          <Icon of={KeyRound} />
          {words.createToken}
        </button>
      </p>
    </>
  );
}

function ExpectedForm(): JSX.Element {
  const { nodes } = usePage();
  const words = useWords().nodes;
  const [name, setName] = useState('');
  const [mac, setMac] = useState('');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    if (!(await nodes.add({ macs: [mac], ...(name !== '' && { name }) }))) return;
    setName('');
    setMac('');
    // Otherwise, the empty field would be marked as invalid.
    form.reset();
  };
  return (
    <>
      <p class="quiet">{words.expectMeaning}</p>
      <form class="row fields" onSubmit={(event) => void submit(event)}>
        <p class="labelled">
          <label for="node-name">{words.name}</label>
          <input
            id="node-name"
            value={name}
            maxLength={128}
            autocomplete="off"
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </p>
        <p class="labelled">
          <label for="node-mac">{words.mac}</label>
          <input
            id="node-mac"
            value={mac}
            pattern="[0-9A-Fa-f]{2}([:\-]?[0-9A-Fa-f]{2}){5}"
            title={words.macRule}
            autocomplete="off"
            spellcheck={false}
            required
            onInput={({ currentTarget }) => setMac(currentTarget.value)}
          />
        </p>
        <button type="submit">
          <Icon of={Plus} />
          {words.expect}
        </button>
      </form>
    </>
  );
}
