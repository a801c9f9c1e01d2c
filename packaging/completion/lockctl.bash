# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash

# Completion of lockctl for bash. The program itself knows what may follow, and how it is quoted.
_lockctl()
{
    local kind line i
    COMPREPLY=()
    {
        IFS= read -r kind || return
        while IFS= read -r line; do
            COMPREPLY+=("$line")
        done
    } < <(command lockctl __complete bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
    case $kind in
        files)
            compopt -o default
            ;;
        command)
            for ((i = 1; i < COMP_CWORD; i++)); do
                [[ ${COMP_WORDS[i]} == -- ]] && break
            done
            if declare -F _command_offset >/dev/null; then
                _command_offset "$((i + 1))"
            else
                compopt -o default
            fi
            ;;
    esac
}
complete -F _lockctl lockctl
