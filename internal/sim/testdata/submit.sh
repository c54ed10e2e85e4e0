# A job submission as examples/submit.ftsh has it: fixed or Aloha by FTSH_BACKOFF.
exec sh "${0%/*}/retry.sh" sbatch "$1" >/dev/null
