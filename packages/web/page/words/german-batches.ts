import type { englishBatches } from './english-batches.ts';
import { createPlural } from './formats.ts';

const plural = createPlural('de');

/** The texts about batches in German. */
export const germanBatches: typeof englishBatches = {
  title: 'Stapel',
  none: 'Noch keine Stapel',
  noneAdvice: 'Ein Stapel installiert für jede Zeile einer Tabelle eine Konfiguration.',
  loading: 'Die Stapel werden geladen …',
  failed: 'Die Stapel konnten nicht geladen werden',
  number: 'Nr.',
  heading: (id) => `Stapel ${id}`,
  state: 'Zustand',
  created: 'Begonnen',
  progress: 'Fertig',
  share: (done, total) => `${done} von ${total}`,
  states: {
    running: 'läuft',
    paused: 'angehalten',
    stopped: 'nach Fehlern angehalten',
    done: 'fertig',
    failed: 'mit Fehlern beendet',
    cancelled: 'abgebrochen',
  },
  rowStates: { waiting: 'nicht begonnen' },
  absent: (id) => `Stapel ${id} gibt es nicht`,
  absentAdvice:
    'Der Dienst bewahrt nur eine begrenzte Zahl von Stapeln auf. Die Liste zeigt die, die er noch hat.',
  reconnecting: 'Verbindung verloren, wird wiederhergestellt …',
  pause: 'Anhalten',
  pauseMeaning: 'Beginnt keine weiteren Zeilen; die laufenden werden fortgesetzt',
  resume: 'Fortsetzen',
  resumeMeaning: 'Beginnt die übrigen Zeilen, auch nach Fehlern',
  retry: 'Fehlgeschlagene Zeilen wiederholen',
  cancel: 'Abbrechen …',
  cancelTitle: (id) => `Stapel ${id} abbrechen`,
  cancelMeaning: 'Die laufenden Installationen werden unterbrochen, und keine weiteren beginnen.',
  cancelNow: 'Stapel abbrechen',
  keep: 'Weiterlaufen lassen',
  settings: (concurrency, canary, stopAfter) =>
    [
      `höchstens ${concurrency} gleichzeitig`,
      ...(canary === 0 ? [] : [`zuerst ${plural(canary, 'Zeile', 'Zeilen')}`]),
      `hält nach ${plural(stopAfter, 'Fehler', 'Fehlern')} an`,
    ].join(', '),
  counts: 'Zeilen nach Zustand',
  rows: 'Zeilen',
  shown: (shown, total) => `${shown} von ${total} Zeilen`,
  search: 'Suche',
  anyState: 'alle',
  label: 'Merkmal',
  anyLabel: 'alle',
  noMatch: 'Keine Zeile passt',
  row: (number, target, state) => `Zeile ${number}, ${target}: ${state}`,
  rowTitle: (number, target) => `Zeile ${number}: ${target}`,
  select: 'Wählen Sie eine Zeile aus, um ihre Einzelheiten zu sehen.',
  labels: 'Merkmale',
  host: 'Rechner',
  attempts: 'Versuche',
  install: 'Installation',
  openInstall: (id) => `Installation ${id} öffnen`,
};
