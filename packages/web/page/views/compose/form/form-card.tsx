import { HardDrive, Network, Package, Settings2, SquareTerminal, UserRound, type IconNode } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { sectionNames, type SectionName } from '../../../state/form.ts';
import { AccountsSection } from './accounts-section.tsx';
import { BootSection } from './boot-section.tsx';
import { CommandsSection } from './commands-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { StepButtons } from './step-buttons.tsx';
import { SoftwareSection } from './software-section.tsx';
import { SystemSection } from './system-section.tsx';

const SECTIONS: Readonly<Record<SectionName, { readonly icon: IconNode; readonly View: () => JSX.Element }>> =
  {
    system: { icon: Settings2, View: SystemSection },
    boot: { icon: HardDrive, View: BootSection },
    software: { icon: Package, View: SoftwareSection },
    network: { icon: Network, View: NetworkSection },
    accounts: { icon: UserRound, View: AccountsSection },
    commands: { icon: SquareTerminal, View: CommandsSection },
  };

/** The configuration as a form with sections. */
export function FormCard(): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const current = form.section.value;
  const { View } = SECTIONS[current];
  return (
    <section class="card form-card" aria-labelledby="form-title">
      <div class="bar">
        <h2 id="form-title">{words.title}</h2>
      </div>
      <SectionTabs />
      {!form.isReadable.value && (
        <p class="unreadable" role="status">
          {words.unreadable}
        </p>
      )}
      <div id="form-section" role="tabpanel" aria-labelledby={`section-${current}`} key={current}>
        <fieldset class="form-section" disabled={!form.isReadable.value}>
          <View />
        </fieldset>
        <StepButtons />
      </div>
    </section>
  );
}

/** The sections as tabs, each with its number of findings. The arrow keys select the next tab. */
function SectionTabs(): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const current = form.section.value;
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (sectionNames.indexOf(current) + step + sectionNames.length) % sectionNames.length;
    const name = sectionNames[next] ?? current;
    form.section.value = name;
    document.getElementById(`section-${name}`)?.focus();
  };
  return (
    <div class="tabs-frame">
      <div class="tabs" role="tablist" aria-label={words.sections} onKeyDown={press}>
        {sectionNames.map((name) => {
          const count = form.count(name);
          return (
            <button
              type="button"
              role="tab"
              key={name}
              id={`section-${name}`}
              aria-selected={name === current}
              aria-controls="form-section"
              tabIndex={name === current ? 0 : -1}
              onClick={() => {
                form.section.value = name;
              }}
            >
              <Icon of={SECTIONS[name].icon} />
              {words.sectionNames[name]}
              {count > 0 && (
                <span class="count">
                  {count}
                  <span class="hidden">{words.findings(count)}</span>
                </span>
              )}
            </button>
          );
        })}
      </div>
    </div>
  );
}
