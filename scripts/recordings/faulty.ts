/** A configuration with mistakes in values, a name, a key, a comma and a type. */
export const faulty = `{
  "bootloader": "systemd-botctl",
  "kernels": ["linux"],
  "mirror-region": { "Worldwide": {} },
  "hostname": "work_shop",
  "timezone": "Europe/Berlni",
  "pakages": ["git",],
  "!users": { "username": "ada", "!password": "correct horse", "sudo": "yes" }
}
`;
