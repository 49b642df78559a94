import { effect, signal, type Signal } from '@preact/signals';
import type { Choices, ServiceInfo } from '../../src/answers.ts';
import { getJson, send } from '../api/requests.ts';
import { createLanguageChoice, type LanguageChoice } from '../words/languages.ts';
import { Configuration } from './configuration.ts';
import { Form } from './form.ts';
import { Consent } from './consent.ts';
import { Installs } from './installs.ts';
import { createMemory, type Memory } from './memory.ts';
import { installPath, Navigation } from './navigation.ts';
import { Planning } from './planning.ts';
import { Run } from './run.ts';
import { Session } from './session.ts';

/** Milliseconds between two requests for the progress of the demonstration mirror. */
const PREPARATION_PAUSE = 1_000;

/** The state of the page, which its views display. */
export class PageState {
  readonly languageChoice: LanguageChoice = createLanguageChoice();
  readonly navigation: Navigation = new Navigation();
  readonly session: Session;
  readonly service: Signal<ServiceInfo | undefined> = signal(undefined);
  readonly configuration: Configuration = new Configuration();
  readonly planning: Planning;
  readonly form: Form;
  readonly consent: Consent = new Consent();
  readonly installs: Installs;
  readonly run: Run;
  readonly #memory: Memory = createMemory();

  constructor() {
    this.session = new Session(this.languageChoice.words, () => this.#load());
    this.planning = new Planning(this.configuration, this.#memory, this.session);
    this.form = new Form(this.configuration, this.planning);
    this.installs = new Installs(this.session, this.consent);
    this.run = new Run(this.session, () => this.#runEnded());
    this.planning.image.value = this.#memory.image ?? this.planning.image.value;
    effect(() => {
      this.#memory.image = this.planning.image.value;
    });
    effect(() => {
      const { configuration, planning, session } = this;
      // Reading both values subscribes to them.
      const [text] = [configuration.text.value, planning.image.value];
      if (session.status.value === 'open' && text !== '') planning.checkSoon();
    });
  }

  /** Opens the page, and opens it again when an address with another code is entered in this tab. */
  begin(): void {
    addEventListener('hashchange', () => {
      if (location.hash.includes('code=')) this.#authenticate();
    });
    addEventListener('beforeunload', (event) => {
      if (this.configuration.isChanged && this.session.status.value === 'open') event.preventDefault();
    });
    this.#authenticate();
  }

  #authenticate(): void {
    void this.session.guard(() => this.session.authenticate());
  }

  enter(token: string): void {
    void this.session.guard(() => this.session.enter(token));
  }

  /** Installs the planned configuration and shows the installation. */
  async startInstallation(): Promise<void> {
    const { configuration, planning, installs, session } = this;
    const plan = planning.current.value;
    if (plan === undefined) return;
    const text = configuration.text.value;
    const started = await session.guard(async () => {
      try {
        return await installs.start({ configuration: text, image: planning.image.value, plan });
      } finally {
        // The target may have changed since the plan was made.
        void planning.check();
      }
    });
    if (started === undefined) return;
    configuration.markSaved();
    this.navigation.open(installPath(started.id));
  }

  async resumeInstallation(id: number, rerunCommand: boolean): Promise<void> {
    const resumed = await this.installs.resume(id, rerunCommand);
    if (resumed !== undefined) this.navigation.open(installPath(resumed.id));
  }

  async openExample(): Promise<void> {
    await this.session.guard(() => this.#loadExample());
  }

  /** Loads the data of the page with the token; fails with 401 if the token is not valid. */
  async #load(): Promise<void> {
    this.#showService(await getJson<ServiceInfo>('/api/service'));
    this.form.choices.value ??= await getJson<Choices>('/api/choices');
    if (this.configuration.text.value !== '') return;
    // Restore the text from before a reload, with secrets masked.
    const { text } = this.#memory;
    if (text === undefined) await this.#loadExample();
    else this.configuration.open(text);
  }

  async #loadExample(): Promise<void> {
    const example = await (await send('/api/example')).text();
    this.#memory.example = example;
    this.configuration.open(example);
  }

  #showService(info: ServiceInfo): void {
    this.service.value = info;
    if (info.preparing === undefined) return;
    setTimeout(() => void this.session.guard(() => this.#followPreparation(), true), PREPARATION_PAUSE);
  }

  async #followPreparation(): Promise<void> {
    const info = await getJson<ServiceInfo>('/api/service');
    this.#showService(info);
    // The mirror's address may differ from the address in the example.
    const isExample = this.configuration.text.value === this.#memory.example;
    if (info.preparing === undefined && isExample) await this.#loadExample();
  }

  #runEnded(): void {
    // The losses of another installation onto this target may have changed.
    this.planning.discard();
    void this.planning.check();
    void this.installs.load();
  }
}
