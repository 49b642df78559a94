/** The packages with microcode updates, by the vendor name that CPUID returns. */
export const microcodePackages: Readonly<Record<string, string>> = {
  AuthenticAMD: 'amd-ucode',
  GenuineIntel: 'intel-ucode',
};
