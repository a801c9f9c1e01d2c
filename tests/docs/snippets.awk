# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Reads sources (*.cpp), then documents (*.md). In sources a snippet stands between two lines
# "//! [name]"; in documents a block of C++ has a line "<!-- snippet: name -->" before it. Prints the
# document with each such block taken from its snippet; complaints go to standard error.

function complain(what) { print FILENAME ":" FNR ": " what > "/dev/stderr"; found = 1 }

FNR == 1 { isSource = FILENAME ~ /\.cpp$/; name = ""; isInBlock = 0 }

isSource && match($0, /\/\/! \[[a-z ]+\]/) {
    marked = substr($0, RSTART + 5, RLENGTH - 6)
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
/^```cpp$/ {
    print
    isInBlock = 1
    if (wanted == "") complain("C++ that no test compiles: it names no snippet")
    else printf "%s", text[wanted]
    next
}
isInBlock && /^```$/ { isInBlock = 0 }
isInBlock { next }
{ wanted = ""; print }

END {
    for (name in text)
        if (!(name in isUsed)) complain("the snippet \"" name "\" is in no document")
    exit found
}
