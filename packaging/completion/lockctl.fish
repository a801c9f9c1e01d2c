# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Completion of lockctl for fish. The program itself knows what may follow. fish quotes it.
function __lockctl_complete
    set -l before (commandline --current-process --tokenize --cut-at-cursor)
    set -l word (commandline --current-token --cut-at-cursor)
    # As it is typed, perhaps with a quote: fish itself finds what begins with it.
    set -l begun ''
    string match --quiet -- '-*' "$word"; and set begun "$word"
    set -l lines (command lockctl __complete words $before[2..-1] "$begun" 2>/dev/null)
    switch "$lines[1]"
        case files
            set -l option (string match --regex '^--[a-z0-9-]+=' -- "$word")
            printf "$option%s\n" (__fish_complete_path (string replace -- "$option" '' "$word"))
        case command
            __fish_complete_subcommand --fcs-skip=(contains --index -- -- $before)
        case values
            string join \n -- $lines[2..-1]
    end
end

complete --command lockctl --no-files --arguments '(__lockctl_complete)'
