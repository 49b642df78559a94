/** The titles of the findings about configurations in German, by code. Their messages are in English. */
export const germanFindings: Readonly<Record<string, string>> = {
  // Syntax
  W1001: 'Eine Datei darf nicht größer als 1 MiB sein.',
  W1002: 'Eine Datei muss in UTF-8 kodiert sein, nicht in UTF-16.',
  W1003: 'Eine Datei muss gültiges UTF-8 sein.',
  W1004: 'Ein Byte-Order-Mark am Anfang einer Datei wird ignoriert.',
  W1005: 'Klammern dürfen höchstens 64 Ebenen tief verschachtelt sein.',
  W1006: 'Eine Datei darf nicht leer sein.',
  W1007: 'Eine Datei muss ein JSON-Objekt enthalten.',
  W1008: 'Eine Datei darf höchstens hundert Syntaxfehler enthalten.',
  W1009: 'Eine Datei darf nur ein Objekt enthalten.',
  W1010: 'Auf das JSON-Objekt darf nur Leerraum folgen.',
  W1011: 'Auf den letzten Eintrag eines Objekts oder einer Liste darf kein Komma folgen.',
  W1012: 'Die Einträge eines Objekts oder einer Liste müssen durch Kommas getrennt sein.',
  W1013: 'Jedes Komma muss auf einen Eintrag eines Objekts oder einer Liste folgen.',
  W1014: 'Zwischen einem Schlüssel und seinem Wert muss ein Doppelpunkt stehen.',
  W1015: 'Ein Schlüssel muss einen Wert haben.',
  W1016: 'Ein Wert in einem Objekt muss einen Schlüssel haben.',
  W1017:
    'Eine Zeichenkette oder ein Schlüssel muss mit einem doppelten Anführungszeichen beginnen und enden.',
  W1018: 'Einem Anführungszeichen in einer Zeichenkette muss ein umgekehrter Schrägstrich vorangehen.',
  W1019: 'Zeichenketten und Schlüssel müssen in geraden doppelten Anführungszeichen stehen.',
  W1020: 'Schlüssel müssen in doppelten Anführungszeichen stehen.',
  W1021:
    'Ein Wert muss eine Zeichenkette in doppelten Anführungszeichen, eine Zahl, true, false, null, eine Liste oder ein Objekt sein.',
  W1022: 'Eine Zahl muss wie in JSON geschrieben sein.',
  W1023: 'Ein Steuerzeichen in einer Zeichenkette muss als Escape-Sequenz geschrieben sein.',
  W1024: 'Ein Zeilenumbruch in einer Zeichenkette muss als Escape-Sequenz geschrieben sein.',
  W1025:
    'Ein umgekehrter Schrägstrich in einer Zeichenkette muss eine gültige JSON-Escape-Sequenz einleiten.',
  W1026: 'Jedes Objekt und jede Liste muss eine öffnende und eine schließende Klammer haben.',
  W1027: 'Jede schließende Klammer muss eine öffnende haben.',
  W1028: 'Objekte müssen in geschweiften und Listen in eckigen Klammern stehen.',
  W1029: 'Eine Datei darf keine Kommentare enthalten, denn JSON erlaubt keine.',
  W1030:
    'Leerraum außerhalb von Zeichenketten darf nur aus Leerzeichen, Tabulatoren und Zeilenumbrüchen bestehen.',
  W1031: 'Objekte und Listen dürfen nur Einträge enthalten, die durch Kommas getrennt sind.',
  W1032: 'Ein Schlüssel darf in einem Objekt nur einmal vorkommen.',
  W1033: 'Eine Prüfung darf höchstens tausend Befunde ergeben.',

  // Keys and values
  W1101: 'Ein Wert muss einer der Werte sein, die sein Schlüssel erlaubt.',
  W1102: 'Ein Wert muss den Typ haben, den sein Schlüssel verlangt.',
  W1103: 'Erforderliche Schlüssel müssen vorhanden sein.',
  W1104: 'Die Konfiguration oder die Zugangsdaten müssen !root-password oder !users enthalten.',
  W1105:
    'Die Adresse eines Spiegelservers muss eine gültige http-, https- oder file-URL mit $repo und $arch sein.',
  W1106: 'Eine Liste oder Zeichenkette, die Inhalt erfordert, darf nicht leer sein.',
  W1107: 'Eine Installation darf höchstens zwei Laufwerke verwenden.',
  W1110: 'Ein Schlüssel sollte Writ bekannt sein.',
  W1111:
    'Ein Schlüssel, den nur andere Ausgaben von archinstall verwenden, sollte in das Format von Writ umgewandelt werden.',
  W1112:
    'Ein Schlüssel für Laufwerke, Verschlüsselung oder Zugangsdaten, den nur andere Ausgaben von archinstall verwenden, muss in das Format von Writ umgewandelt werden.',
  W1113:
    'Eine Datei, die nur Zugangsdaten enthält, sollte zusammen mit einer Konfiguration übergeben werden.',
  W1114: 'Ein Schlüssel mit dem Wert null wird ignoriert.',
  W1115: 'Ein Schlüssel mit einer leeren Zeichenkette als Wert wird ignoriert.',
  W1116: 'Der Name x-writ muss richtig geschrieben sein, und die Schlüssel darin müssen Writ bekannt sein.',
  W1117: 'Ein Wert muss das Format haben oder in dem Bereich liegen, den sein Schlüssel verlangt.',
  W1118: 'Eine Vorlage muss mit einer Tabelle geprüft werden, denn sie ist keine Konfiguration.',

  // Configurations that cannot be installed
  W1201: 'Unified Kernel Images erfordern den Bootloader systemd-bootctl oder efistub.',
  W1202: 'Root oder mindestens ein Benutzer muss ein Passwort haben.',
  W1203:
    'Ein Benutzername muss für useradd gültig sein und darf keinem Benutzer und keiner Gruppe des Grundsystems gehören.',
  W1204: 'Benutzernamen dürfen nicht mehrfach vorkommen.',
  W1205: 'Der Name des Rechners muss gültig sein.',
  W1206: 'Die Zeitzone muss ein Name aus der tz-Datenbank sein.',
  W1207: 'Die Tastaturbelegung muss der Name einer Belegung der Konsole sein.',
  W1208: 'Die Schlüssel sys-language und sys-encoding müssen zusammen eine unterstützte Locale ergeben.',
  W1209: 'Eine Region von Spiegelservern ohne Adressen muss eine bekannte Region sein.',
  W1210: 'Eine Region von Spiegelservern mit Adressen muss mindestens eine aktivierte Adresse haben.',
  W1211: 'Der Schlüssel profile.details muss zum Hauptprofil gehören.',
  W1212: 'Ein benutzerdefiniertes Profil muss mindestens einen aktivierten Eintrag haben.',
  W1213: 'Eine manuelle Netzwerkkonfiguration muss mindestens eine Schnittstelle enthalten.',
  W1214: 'Die Adressen einer Netzwerkschnittstelle müssen gültig sein und zusammenpassen.',
  W1215: 'Eine Netzwerkschnittstelle darf nur einmal aufgelistet sein.',
  W1216: 'Ein Laufwerk darf nur einmal aufgelistet sein.',
  W1217:
    'Ein Passwort muss ein vollständiger Hash einer unterstützten Art oder Klartext ohne Steuerzeichen sein.',
  W1218: 'Der Name einer Netzwerkschnittstelle muss für den Kernel gültig oder ein Muster mit * oder ? sein.',
  W1219: 'Ein Laufwerk muss durch Pfad, Seriennummer, WWN oder Modell angegeben oder eine Abbilddatei sein.',
  W1220: 'Jedes Paket und jeder Dienst muss durch einen einzelnen gültigen Namen angegeben sein.',
  W1221: 'Ein Geheimnis in den Zugangsdaten muss für den Schlüssel gültig sein, der darauf verweist.',
  W1222:
    'Ein benutzerdefinierter Befehl darf höchstens 131.071 Byte lang sein und kein Nullzeichen enthalten.',
  W1223: 'Werte und Namen dürfen keine Steuerzeichen enthalten.',
  W1224: 'Der Wert von profile.path muss eine Datei oder eine https-Adresse mit SHA-256-Prüfsumme sein.',
  W1225: 'Jedes Konto in x-writ.accounts muss einem Benutzer in !users gehören.',
  W1226: 'Eine Swap-Datei oder Swap-Partition muss eine Größe haben.',
  W1227:
    'Hat /home auf dem Systemlaufwerk eine eigene Partition, muss genau eine der Partitionen für / und /home den übrigen Platz erhalten und die andere groß genug sein.',
  W1228: 'Der Schlüssel x-writ.disk.btrfs erfordert das Dateisystem btrfs.',
  W1229:
    'Btrfs-Subvolumes müssen gültige, eindeutige Namen und Einhängepunkte haben, die sonst nichts verwendet; einer der Einhängepunkte muss / sein.',
  W1230:
    'Die Passphrase eines verschlüsselten Laufwerks muss Klartext ohne Steuerzeichen mit mindestens 8 Zeichen und höchstens 512 Byte sein.',
  W1231:
    'Jede Paketquelle in x-writ.repositories muss einen eigenen Namen haben, den die Distribution nicht verwendet.',
  W1232:
    'Eine Paketquelle in x-writ.repositories muss den Fingerabdruck ihres Schlüssels haben, außer wenn signatures den Wert none hat; die Adresse des Schlüssels darf kein Geheimnis enthalten.',
  W1233: 'Die Liste der AUR-Pakete muss leer sein, weil Writ keine Pakete baut.',
  W1234:
    'Snapshots erfordern ein Subvolume mit dem Einhängepunkt /; für Timeshift muss es @ heißen, für snapper muss der Name @snapshots frei sein.',
  W1235:
    'Die Liste x-writ.disk.partitions muss ein vollständiges System beschreiben: eine Partition für /, die Partitionen, die der Bootloader benötigt, und keinen Einhängepunkt und keinen restlichen Platz zweimal.',
  W1236:
    'Ein Bond oder VLAN in x-writ.network erfordert den Netzwerktyp manual, einen eindeutigen Namen, einen Eintrag in nics oder ein VLAN darauf, und Netzwerkkarten ohne eigene Adressen.',

  // Likely mistakes
  W1237:
    'Der Ruhezustand erfordert ein System ohne RAID mit einer Swap-Datei oder einer unverschlüsselten Swap-Partition.',
  W1238: 'Ein System mit einer Swap-Datei darf für / nicht f2fs verwenden.',
  W1240:
    'Mit der Aufteilung mounted darf eine Konfiguration weder Laufwerke noch andere Einstellungen für Datenträger und keinen Swap-Bereich auf einem Datenträger enthalten.',
  W1241: 'Jede Zeile von authorized-keys muss ein öffentlicher Schlüssel sein.',
  W1301:
    'Die Listen kernels, packages, services und x-writ.desktops sollten jeden Namen nur einmal enthalten.',
  W1302: 'Aktivierte Serverprogramme sollten verschiedene Ports verwenden.',
  W1303:
    'Pakete, Grafiktreiber und Profile sollten noch in den Paketquellen der Distribution vorhanden sein.',
  W1304: 'Ein Platzhalter sollte durch den tatsächlichen Wert ersetzt sein.',
  W1305: 'Ein Benutzer mit sudo sollte ein Passwort haben.',
  W1306:
    'Der Wert von profile.path sollte auf kein Profil von archinstall verweisen, das Writ nicht enthält.',
  W1307: 'Die Zugangsdaten sollten jedes Geheimnis enthalten, auf das die Konfiguration verweist.',
  W1308: 'Ein Befehl sollte weder Passwort noch Hash, Schlüssel oder Token enthalten.',
  W1309: 'Ein Passwort sollte kein Kennzeichen sein, das in /etc/shadow ein Konto sperrt, etwa ! oder *.',
  W1310: 'Ist sshd aktiviert, sollte ufw SSH-Verbindungen zulassen.',
  W1311:
    'Eine Passphrase sollte aus ASCII-Zeichen bestehen, die mit der Belegung us und der eingestellten Belegung auf denselben Tasten liegen.',
  W1312: 'Die Signaturen einer Paketquelle in x-writ.repositories sollten geprüft werden.',

  // Keys without effect
  W1401:
    'Ein Schlüssel, der von einer anderen Einstellung oder einer Option abhängt, hat ohne sie keine Wirkung.',
};
