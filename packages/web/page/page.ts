/** @module The page of the install service, bundled by scripts/build.ts. */
import type { SurfaceOptions } from '../editor/schema-editor.ts';
import type { EndEvent, Install, ServiceInfo } from '../src/answers.ts';
import { confirmLosses } from './consent.ts';
import { byId, element, showMessage } from './dom.ts';
import { createEditor } from './editor.ts';
import { createFindingList } from './finding-list.ts';
import { createGuard } from './guard.ts';
import { createInstallTable } from './install-table.ts';
import { createInstallationCard } from './installation-card.ts';
import { createMemory } from './memory.ts';
import { createMirrorChoice } from './mirror-choice.ts';
import { showNotices } from './notices.ts';
import { exchangeCode, removeCode } from './one-time-code.ts';
import { createPlanning } from './planning.ts';
import { Problem } from './problem.ts';
import { getJson, postJson, send } from './requests.ts';
import { createTokenForm } from './token-form.ts';
import { readToken } from './token.ts';

/** Milliseconds between two requests for the progress of the demonstration mirror. */
const PREPARATION_PAUSE = 1_000;

/** The text as loaded; if the user has changed it, the browser asks before it leaves the page. */
let loaded = '';
const image = byId('image', HTMLInputElement);
const file = byId('file', HTMLInputElement);
const memory = createMemory();

const tokenForm = createTokenForm(() => void guarded(openPage));
const guarded = createGuard(tokenForm);
const editor = createEditor(() => {
  mirrors.update();
  planning.checkSoon();
});
const mirrors = createMirrorChoice(editor);
const findings = createFindingList(editor);
const planning = createPlanning({ editor, findings, memory, guarded });
const card = createInstallationCard(installationEnded, (id, secrets) => {
  void guarded(async () => showInstallation(await postJson(`/api/installs/${id}/secrets`, secrets)));
});
const table = createInstallTable({
  show: (install) => void showInstallation(install),
  resume: (install, rerunCommand) => void resumeInstallation(install, rerunCommand),
});

function installationEnded({ state }: EndEvent): void {
  if (state === 'done') showMessage('');
  void showInstallations();
  // The losses of another installation onto this target may have changed.
  planning.discard();
  void planning.check();
}

async function startInstallation(): Promise<void> {
  const { plan } = planning;
  if (plan === undefined) return;
  const overwrite = plan.overwrites;
  if (overwrite && !(await confirmLosses(plan.plan.losses))) return;
  await guarded(async () => {
    const request = { configuration: editor.text, image: image.value, planSha256: plan.digest };
    try {
      begin(await postJson('/api/installs', { ...request, overwrite }));
    } catch (error) {
      if (!(error instanceof Problem) || error.document.losses === undefined) throw error;
      // The target has changed since the plan was made.
      const { losses, planSha256 } = error.document;
      if (planSha256 === plan.digest && (await confirmLosses(losses))) {
        begin(await postJson('/api/installs', { ...request, overwrite: true }));
      } else {
        void planning.check();
        if (planSha256 !== plan.digest) throw error;
      }
    }
  });
}

/** Resumes with the configuration that the service has stored, not with the configuration in the editor. */
async function resumeInstallation({ id }: Install, rerunCommand: boolean): Promise<void> {
  await guarded(async () => begin(await postJson(`/api/installs/${id}/resume`, { rerunCommand })));
}

function begin(install: Install): void {
  loaded = editor.text;
  void showInstallation(install);
  byId('watch-title').focus();
  void showInstallations();
}

function showInstallation(install: Install): Promise<void> {
  memory.shown = String(install.id);
  const shown = guarded(() => card.show(install));
  // The browser cannot scroll to a hidden element: to the card while it is empty, or to any element while the token
  // form is open.
  const place = byId('watch');
  if (place.checkVisibility()) place.scrollIntoView({ block: 'nearest' });
  return shown;
}

/** Downloads a file of the shown installation through a one-time address, because the browser sends no token. */
async function saveFile(what: 'output' | 'image'): Promise<void> {
  const { address } = await postJson<{ readonly address: string }>(
    `/api/installs/${memory.shown}/downloads`,
    { file: what },
  );
  element('a', { href: address, download: true }).click();
}

async function showInstallations(): Promise<void> {
  await guarded(async () => table.show(await getJson('/api/installs')));
}

function showService({ images, notices, preparing, mirrors: offered }: ServiceInfo): void {
  mirrors.offer(offered);
  byId('folder').textContent = `in ${images}`;
  showNotices(byId('notices'), preparing === undefined ? notices : [preparing, ...notices]);
  if (preparing !== undefined) setTimeout(() => void guarded(followPreparation, true), PREPARATION_PAUSE);
}

async function followPreparation(): Promise<void> {
  const service = await getJson<ServiceInfo>('/api/service');
  showService(service);
  // The mirror's address may differ from the address in the example.
  const isExample = editor.text === memory.example;
  if (service.preparing === undefined && isExample) await loadExample();
}

async function loadExample(): Promise<void> {
  const response = await send('/api/example');
  loaded = await response.text();
  memory.example = loaded;
  if (editor.text !== loaded) editor.text = loaded;
}

/** Loads the text from before a reload, with secrets masked, or the example in a new tab. */
async function loadText(): Promise<void> {
  const { text } = memory;
  if (text === undefined) {
    await loadExample();
    return;
  }
  loaded = text;
  editor.text = text;
}

async function loadFile(): Promise<void> {
  const chosen = file.files?.[0];
  if (chosen === undefined) return;
  loaded = await chosen.text();
  editor.text = loaded;
  file.value = '';
  editor.focus();
}

/** Loads the editor with the schema; if that fails, the text area remains. */
async function loadEditor(): Promise<void> {
  try {
    const [{ createSurface }, schema] = await Promise.all([
      import('../editor/schema-editor.ts'),
      getJson<SurfaceOptions['schema']>('/api/schema'),
    ]);
    editor.enhance(createSurface, schema);
  } catch (error) {
    if (error instanceof Problem && error.status === 401) throw error;
  }
}

async function openPage(): Promise<void> {
  const service = await getJson<ServiceInfo>('/api/service');
  tokenForm.close();
  showService(service);
  await loadEditor();
  if (editor.text === '') {
    image.value = memory.image ?? image.value;
    await loadText();
  } else void planning.check();
  await showInstallations();
  const { shown } = memory;
  if (shown === undefined) return;
  try {
    void showInstallation(await getJson(`/api/installs/${shown}`));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    memory.shown = undefined;
  }
}

/** Opens the page with the code in the address, or with the token stored in this tab. */
async function authenticate(): Promise<void> {
  const code = removeCode();
  if (code !== undefined) {
    try {
      await exchangeCode(code);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (readToken() === undefined) {
        tokenForm.open();
        showMessage(error.message);
        return;
      }
    }
  }
  if (readToken() === undefined) tokenForm.open();
  else await openPage();
}

byId('start').addEventListener('submit', (event) => {
  event.preventDefault();
  void startInstallation();
});
image.addEventListener('input', () => {
  memory.image = image.value;
  planning.checkSoon();
});
byId('example').addEventListener('click', () => void guarded(loadExample));
byId('open').addEventListener('click', () => file.click());
file.addEventListener('change', () => void loadFile());
byId('cancel').addEventListener('click', () => {
  void guarded(() => send(`/api/installs/${memory.shown}/cancel`, { method: 'POST' }));
});
for (const what of ['output', 'image'] as const) {
  byId(`save-${what}`).addEventListener('click', () => void guarded(() => saveFile(what)));
}
addEventListener('beforeunload', (event) => {
  if (editor.text !== loaded && !byId('main').hidden) event.preventDefault();
});
// Opening an address with another code in this tab changes only the fragment, which does not load the page again.
addEventListener('hashchange', () => {
  if (location.hash.includes('code=')) void guarded(authenticate);
});
void guarded(authenticate);
