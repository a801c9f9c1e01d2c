# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Reads sources, then documents (*.md). In sources a snippet stands between two lines "//! [name]" or
# "#! [name]"; in documents a block of code has a line "<!-- snippet: name -->" before it. Prints the
# document with each such block taken from its snippet; complaints go to standard error.

function complain(what) { print FILENAME ":" FNR ": " what > "/dev/stderr"; found = 1 }

FNR == 1 { isSource = FILENAME !~ /\.md$/; name = ""; isInBlock = 0 }

isSource && match($0, /(\/\/|#)! \[[a-z ]+\]/) {
    marked = substr($0, RSTART, RLENGTH - 1)
    sub(/^.*\[/, "", marked)
    if (name == marked) {
        name = ""
    } else if (name != "" || marked in text) {
        complain("the snippet \"" marked "\" begins twice, or within another one")
    } else {
        name = marked
        text[name] = ""
        indent = -1
    }
    next
}
isSource {
    if (name == "") next
    if (indent < 0 && $0 != "") { match($0, /^ */); indent = RLENGTH }
    text[name] = text[name] substr($0, indent + 1) "\n"
    next
}

/^<!-- snippet: .* -->$/ {
    wanted = $0
    sub(/^<!-- snippet: /, "", wanted)
    sub(/ -->$/, "", wanted)
    if (!(wanted in text)) complain("there is no snippet \"" wanted "\"")
    isUsed[wanted] = 1
    print
    next
}
isInBlock && /^```$/ { isInBlock = 0 }
isInBlock { next }
/^```cpp$/ && wanted == "" { complain("C++ that no test compiles: it names no snippet") }
/^```[a-z]+$/ && wanted != "" {
    print
    printf "%s", text[wanted]
    isInBlock = 1
    next
}
{ wanted = ""; print }

END {
    for (name in text)
        if (!(name in isUsed)) complain("the snippet \"" name "\" is in no document")
    exit found
}
