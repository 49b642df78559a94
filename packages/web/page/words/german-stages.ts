import type { StageWords } from './english-stages.ts';

/** The stages in German, by their names in plans and events. */
export const germanStages: Readonly<Record<string, StageWords>> = {
  preflight: {
    name: 'Vorprüfung',
    meaning: 'Prüft, ob die Spiegelserver antworten und alle Pakete haben. Noch wird nichts geschrieben.',
  },
  download: { name: 'Herunterladen', meaning: 'Lädt alle Pakete herunter und prüft ihre Signaturen.' },
  early: {
    name: 'Frühe Befehle',
    meaning:
      'Führt Ihre eigenen Befehle auf dem installierenden System aus. Noch wird nichts auf das Ziel geschrieben.',
  },
  disk: {
    name: 'Datenträger',
    meaning: 'Legt Partitionen und Dateisysteme an. Deren bisheriger Inhalt geht verloren.',
  },
  tree: { name: 'Ordner', meaning: 'Legt die leeren Ordner des neuen Systems an.' },
  packages: { name: 'Pakete', meaning: 'Entpackt die Pakete in das neue System.' },
  system: {
    name: 'Einstellungen',
    meaning: 'Schreibt die Einstellungen: Sprache, Zeitzone, Netzwerk und weitere.',
  },
  loader: { name: 'Bootloader', meaning: 'Installiert das Programm, das das System startet.' },
  users: { name: 'Konten', meaning: 'Legt die Konten an und setzt ihre Passwörter.' },
  profile: { name: 'Profil', meaning: 'Richtet den gewählten Desktop oder die Serversoftware ein.' },
  services: { name: 'Dienste', meaning: 'Aktiviert die Dienste, die beim Hochfahren starten.' },
  commands: { name: 'Befehle', meaning: 'Führt Ihre eigenen Befehle im neuen System aus.' },
  verify: { name: 'Prüfung', meaning: 'Prüft, ob das System vollständig ist.' },
  image: { name: 'Abbilddatei', meaning: 'Schreibt das fertige System in das Abbild.' },
  device: { name: 'Abschluss', meaning: 'Schreibt alles auf das Laufwerk und gibt es frei.' },
  error: { name: 'Fehlerbefehle', meaning: 'Führt Ihre eigenen Befehle nach einem Fehlschlag aus.' },
};
