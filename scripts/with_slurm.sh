#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a command with a Slurm of one node, of Debian's slurm-wlm, that starts and ends with it; as root.
# with_slurm.sh build/python-environment/bin/python -m pytest tests/python/test_sweep_cluster.py
set -euo pipefail
for program in slurmctld slurmd munged sbatch; do
  command -v "$program" >/dev/null || { echo "$program is missing: apt-get install slurm-wlm" >&2; exit 1; }
done
[ "$(id -u)" -eq 0 ] || { echo "slurmd starts jobs as root alone" >&2; exit 1; }
folder=$(mktemp -d)
stop() {
  for file in slurmd slurmctld munge/munged; do
    [ -f "$folder/$file.pid" ] && kill "$(cat "$folder/$file.pid")" && sleep 0.5
  done
  rm -rf "$folder"
}
trap stop EXIT
mkdir "$folder"/{control,jobs,munge,socket}
head -c 128 /dev/urandom >"$folder/munge/key"
chown -R munge:munge "$folder"/{munge,socket}
chmod 755 "$folder" "$folder/socket"
chmod 700 "$folder/munge"
chmod 600 "$folder/munge/key"
setpriv --reuid=munge --regid=munge --clear-groups munged --key-file="$folder/munge/key" \
  --socket="$folder/socket/munge" --pid-file="$folder/munge/munged.pid" --log-file="$folder/munge/log" \
  --seed-file="$folder/munge/seed"
node=$(hostname -s)
cat >"$folder/slurm.conf" <<CONF
ClusterName=one
SlurmctldHost=$node(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$folder/socket/munge
SlurmUser=root
StateSaveLocation=$folder/control
SlurmdSpoolDir=$folder/jobs
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=1500 State=UNKNOWN
PartitionName=short Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$folder/slurm.conf
slurmctld -f "$SLURM_CONF"
slurmd -f "$SLURM_CONF"
for _ in $(seq 100); do
  sinfo --noheader --format=%T | grep -q idle && break
  sleep 0.2
done
"$@"
