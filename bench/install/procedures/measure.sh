#!/bin/bash
# Usage: measure.sh COMMAND... 3> FILE. Runs a command in its own process and mount namespaces, and writes the kernel's
# accounting of the command to descriptor 3. It includes all processes, because none outlives the namespaces.
[[ -z ${CONTROL_GROUP-} ]] || echo $$ > "$CONTROL_GROUP/cgroup.procs"
unshare --pid --fork --kill-child --mount-proc -- "$@"
status=$?
cat "/proc/$$/stat" "/proc/$$/io" >&3
exit "$status"
