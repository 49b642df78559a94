import type { englishNewBatch } from './english-new-batch.ts';
import { createPlural } from './formats.ts';

const plural = createPlural('de');
const numbers = new Intl.NumberFormat('de');

/** The texts for composing a batch in German. */
export const germanNewBatch: typeof englishNewBatch = {
  title: 'Neuer Stapel',
  meaning:
    'Ein Stapel installiert für jede Zeile einer Tabelle eine Konfiguration, oder weist sie einem Rechner mit einem Agenten zu. Nichts wird geschrieben, bevor Sie alle Pläne geprüft und den Stapel gestartet haben.',
  template: 'Vorlage',
  templateHelp:
    'JSON mit zwei Schlüsseln: variables mit ihren Typen, und configuration, eine Konfiguration, deren Zeichenketten sie enthalten, wie {{hostname}}.',
  fromEditor: 'Aus der Konfiguration im Editor',
  openFile: 'Datei öffnen …',
  table: 'Tabelle',
  tableHelp:
    'CSV mit einer Kopfzeile oder JSON: eine Zeile für jeden Rechner, eine Spalte für jede Variable. Werte von Spalten, die mit ! beginnen, sind geheim; die Seite vergisst die Tabelle, wenn der Stapel startet, wenn Sie sich abmelden und wenn sie neu geladen wird.',
  settings: 'Ziele und Einstellungen',
  target: 'Ziel jeder Zeile',
  targetKind: 'Art des Ziels',
  targetKinds: {
    image: 'Image',
    device: 'Datenträger im Rechner des Dienstes',
    mac: 'Rechner mit der Hardware-Adresse',
    serial: 'Rechner mit der Seriennummer',
    uuid: 'Rechner mit der UUID',
  },
  targetRule: 'Ein Name oder Pfad mit Variablen, wie {{hostname}}.img',
  labels: 'Merkmale der Worker',
  labelsRule:
    'Wie rack={{rack}}, getrennt durch Leerzeichen oder Kommas; ohne Merkmale installiert dieser Server die Zeilen',
  concurrency: 'Gleichzeitig',
  concurrencyRule: '1 bis 100 Zeilen',
  canaries: 'Zuerst',
  canariesRule: 'Zeilen, die fertig sein müssen, bevor die anderen beginnen',
  stopAfter: 'Anhalten nach',
  stopAfterRule: 'fehlgeschlagenen Zeilen',
  review: 'Alle Zeilen prüfen',
  reviewing: 'Alle Zeilen werden geprüft und geplant …',
  outdated: 'Die Vorlage, die Tabelle oder eine Einstellung wurde seit der Prüfung geändert.',
  reviewTitle: 'Prüfung',
  allValid: (count) =>
    count === 1
      ? 'Die Zeile kann installiert werden.'
      : `Alle ${numbers.format(count)} Zeilen können installiert werden.`,
  allAssignable: (count) =>
    `${count === 1 ? 'Die Zeile ist' : `Alle ${numbers.format(count)} Zeilen sind`} gültig; die Datenträger werden geprüft, wenn ein Rechner geplant wird.`,
  someValid: (valid, count) =>
    `${numbers.format(valid)} von ${plural(count, 'Zeile', 'Zeilen')} sind gültig. Beheben Sie zuerst die Fehler.`,
  findings: 'Befunde',
  noFindings: 'Keine Befunde',
  files: { template: 'Vorlage', table: 'Tabelle', credentials: 'Zugangsdaten' },
  wholeFile: 'ganze Datei',
  outliers: 'Ausreißer',
  noOutliers: (rows) => (rows < 5 ? 'Ausreißer werden erst ab fünf Zeilen gemeldet.' : 'Keine Ausreißer'),
  rare: (rows) => `nur in ${rows}`,
  repeated: (rows) => `wiederholt in ${rows}`,
  rows: (rows, count) => `${count === 1 ? 'Zeile' : 'den Zeilen'} ${rows}`,
  differing: 'Verschieden zwischen den Zeilen',
  noDiffering: 'Die Zeilen unterscheiden sich nicht.',
  values: (count) => plural(count, 'Wert', 'Werte'),
  secret: (variables) => `geheim, aus ${variables}`,
  common: (count) => `Gleich in allen Zeilen: ${plural(count, 'Wert', 'Werte')}`,
  plans: 'Pläne',
  usual: (rows, operations, packages) =>
    `Dieselben Schritte in ${rows}: ${plural(operations, 'Schritt', 'Schritte')}, ${plural(packages, 'genanntes Paket', 'genannte Pakete')}`,
  layoutDiffers: 'andere Partitionen',
  operations: 'Schritte',
  packages: 'Pakete',
  losses: (count) => `An ${plural(count, 'Stelle', 'Stellen')} gingen Daten verloren`,
  startCount: (count) => `Stapel mit ${plural(count, 'Zeile', 'Zeilen')} starten`,
  assignCount: (count) => `${plural(count, 'Konfiguration', 'Konfigurationen')} den Rechnern zuweisen`,
  known: (count) => `${plural(count, 'Zeile wählt', 'Zeilen wählen')} einen bekannten Rechner aus.`,
  digest: (digest) => `(Stapel ${digest})`,
};
