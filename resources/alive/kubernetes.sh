#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later

# kubernetes.sh [NAMESPACE [CONTAINER [CONTEXT]]]: liveness.ask = "kubernetes". Does the pod live that a lock names as
# its host? An empty argument: any namespace, all containers, the current context. Asks by kubectl.
set -eu
unknown() {
    jq -cn --arg reason "$1" '{state: "unknown", source: "Kubernetes", reason: $reason}'
    exit
}
command -v jq >/dev/null || {
    echo '{"state": "unknown", "source": "Kubernetes", "reason": "jq is not installed"}'
    exit
}
command -v kubectl >/dev/null || unknown "kubectl is not installed"
host=$(jq -r '.host // empty')
case $host in
'' | *[!a-z0-9.-]* | [.-]*) unknown "that is no name of a pod" ;;
esac
namespace=${1:-}
container=${2:-}
set -- ${3:+"--context=$3"} --request-timeout=1s get pods --output=json "--field-selector=metadata.name=$host"
if [ -n "$namespace" ]; then
    set -- "--namespace=$namespace" "$@"
else
    set -- "$@" --all-namespaces
fi
pods=$(kubectl "$@" 2>&1) || unknown "$(echo "$pods" | tail -n 1)"
# Warnings may stand before and after the answer.
answer=$(echo "$pods" | sed -n '/^{/,/^}/p' | jq -c --arg name "$host" --arg container "$container" '
    def said($state; $reason): {state: $state, source: "Kubernetes", reason: $reason};
    def word($some): if $some then " (\($some))" else "" end;
    .items as $found | (if ($found | type) == "array" then $found[0].status else null end) as $now |
    [$now.containerStatuses[]? | select($container == "" or .name == $container)] as $containers |
    ([$containers[].state.terminated // empty] | max_by(.finishedAt)) as $last |
    (if $last then "pod \($name) ended \($last.finishedAt)\(word($last.reason))"
     else "pod \($name) has \($now.phase)\(word($now.reason))" end) as $ended |
    if ($found | type) != "array" then said("unknown"; "the answer of kubectl has no list of pods")
    elif ($found | length) > 1 then said("unknown"; "several pods are called \($name)")
    elif ($found | length) == 0 then said("gone"; "there is no pod \($name)")
    elif $now.phase == "Succeeded" or $now.phase == "Failed" then said("gone"; $ended)
    elif $now.phase != "Running" then said("unknown"; "pod \($name) is \($now.phase)")
    elif $container != "" and ($containers | length) == 0 then
        said("unknown"; "pod \($name) has no container \($container)")
    else ([$containers[].state.running.startedAt // empty | fromdateiso8601] | min) as $start |
        ([$containers[].restartCount] | add // 0) as $restarts |
        said("alive"; "pod \($name) runs" + (if $restarts > 0 then ", restarted \($restarts) times" else "" end))
        + {started_unix_ms: (if $start then $start * 1000 else null end)}
    end' 2>/dev/null) || answer=
[ -n "$answer" ] || unknown "the answer of kubectl can not be read"
echo "$answer"
