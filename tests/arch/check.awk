# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Reads sources (paths relative to the repository's root) and prints "path:line: what is wrong".
# Relies on the repository's clang-format: the brace of a function's body has a line of its own.

BEGIN {
    kMaxFunction = 60 # lines; files, classes and folders have no ceiling: a file is an idea
    kWidgetsHeaders = "^(QtWidgets.*|Q.*Widget|Q.*Dialog|Q.*Layout|Q.*Button|Q.*Box|Q.*Edit|Q.*Slider|" \
        "Q(Header|Table|Tree|List|Column|Undo|Graphics|AbstractItem)View|QApplication|QMainWindow|" \
        "QLabel|QFrame|QMenu|QMenuBar|QToolBar|QStatusBar|QTabBar|QScrollArea|QScrollBar|QSplitter|" \
        "QProgressBar|QCompleter|QToolTip|QWhatsThis|QSystemTrayIcon|QSplashScreen|QAbstractScrollArea|" \
        "Q.*Style|QStyle.*|Q.*ItemDelegate|QWizard.*|QGraphics.*)$"
}

function report(line, what) { print path ":" line ": " what; found = 1 }

function isCode() { return path ~ /\.(cpp|h)$/ }

function licence() {
    if (!isCode()) return ""
    if (path ~ /^core\//) return "Apache-2.0"
    if (path ~ /^(ui|app)\//) return "GPL-3.0-or-later"
    return ""
}

function finishFile() {
    if (path == "") return
    if (!hasCopyright) report(1, "no SPDX-FileCopyrightText in the first lines")
    if (!hasLicence) report(1, "no SPDX-License-Identifier in the first lines" licenceWanted())
}

function licenceWanted() { return licence() == "" ? "" : " (" licence() ")" }

# Includes: `name` is what stands between the quotes or angles.
function checkInclude(name, isQuoted) {
    if (path ~ /^core\// && name ~ /^Q(t|[A-Z])/)
        report(FNR, "core includes Qt: " name)
    if (name ~ /^hiredis/ && path !~ /^core\/redis\// && path !~ /^tests\/bench\//)
        report(FNR, "hiredis outside core/redis: " name)
    if (name ~ /^asio/ && path !~ /^(core|app\/ctl\/serve|app\/lab|tests)\//)
        report(FNR, "asio outside core, app/ctl/serve and app/lab: " name)
    if (path ~ /^core\// && name ~ /^(ui|app|tests)\//)
        report(FNR, "core includes an upper layer: " name)
    if (path ~ /^ui\// && name ~ /^(app|tests)\//)
        report(FNR, "ui includes an upper layer: " name)
    if (path ~ /^app\// && name ~ /^tests\//)
        report(FNR, "app includes a test: " name)
    if (path ~ /^ui\/models\// && name ~ /^ui\/(pages|widgets|dialogs|delegates|look|window|bridge)\//)
        report(FNR, "ui/models includes an upper layer: " name)
    if (path ~ /^ui\/models\// && name ~ kWidgetsHeaders)
        report(FNR, "ui/models includes Qt Widgets: " name)
    if (name ~ /^SQLiteCpp\// && path !~ /^(core\/history\/sqlite\.cpp$|tests\/)/)
        report(FNR, "SQLiteCpp outside core/history/sqlite.cpp: " name)
    if (name ~ /^(pqxx|libpq)/ && path != "core/history/postgres.cpp")
        report(FNR, "libpqxx outside core/history/postgres.cpp: " name)
    if (name ~ /^CLI\// && path !~ /^(app|tests\/(bench|simulation))\//)
        report(FNR, "CLI11 outside app: " name)
    if (name ~ /^httplib/ && path !~ /^app\/agent\//)
        report(FNR, "cpp-httplib outside app/agent: " name)
    if (name ~ /^nlohmann\// && (path ~ /^ui\// || path ~ /^core\/.*\.h$/))
        report(FNR, "nlohmann-json in ui or in a header of core: " name)
    # The consumer project has a root of its own.
    if (isQuoted && name !~ /^(core|ui|app|resources|tests)\// && name !~ /\.moc$/ &&
        path !~ /^tests\/consumer\/project\//)
        report(FNR, "include not from the repository's root: " name)
}

# A value that somebody else wrote, and that is nested deeply, would overflow the stack.
function checkParsing() {
    if (/Json::parse\(|json::parse\(/ && path ~ /^(core|ui)\// && path != "core/text/bounded_json.h")
        report(FNR, "JSON parsed without a bound: use parseBoundedJson()")
}

# Whoever is given a clock keeps a reference to it.
function checkClocks() {
    if (/[(,{] *(lockkeeper::)?SystemClock(\(\)|\{\})([^.]|$)/)
        report(FNR, "a clock that ends with its expression: pass systemClock()")
}

# One scale, so that edges line up: see docs/look.md. A pixel is a line.
function checkSpacing(    numbers, count, i) {
    if (path !~ /^ui\// || !match($0, /set(ContentsMargins|Spacing|HorizontalSpacing|VerticalSpacing)\([0-9, ]+\)/))
        return
    numbers = substr($0, RSTART, RLENGTH)
    gsub(/[^0-9,]/, "", numbers)
    count = split(numbers, each, ",")
    for (i = 1; i <= count; ++i)
        if (each[i] != 1 && each[i] !~ /^(0|4|8|12|16|24|32)$/) {
            report(FNR, "a space of " each[i] " pixels: use 0, 4, 8, 12, 16, 24 or 32")
            return
        }
}

# Its hidden rows write beyond its memory: see ui/widgets/form.h.
function checkForms() {
    if (path ~ /^ui\// && /QFormLayout[^,]/ && !/\/\/\//)
        report(FNR, "QFormLayout: use ui/widgets/form.h, whose hidden rows are safe")
}

function indentOf(text) { match(text, /^ */); return RLENGTH }

function checkFunctions(    indent, length_) {
    indent = indentOf($0)
    if ($0 ~ /^ *\{$/) {
        functionStart[indent] = FNR
    } else if ($0 ~ /^ *\}$/ && indent in functionStart) {
        length_ = FNR - functionStart[indent] - 1
        if (length_ > kMaxFunction)
            report(functionStart[indent], "function of " length_ " lines, at most " kMaxFunction)
        delete functionStart[indent]
    }
}

FNR == 1 {
    finishFile()
    path = FILENAME
    hasCopyright = hasLicence = 0
    split("", functionStart)
}
FNR <= 3 && /SPDX-FileCopyrightText: / { hasCopyright = 1 }
FNR <= 3 && /SPDX-License-Identifier: / && index($0, licence()) { hasLicence = 1 }
!isCode() { next }
/^#include [<"]/ {
    name = $2
    gsub(/[<>"]/, "", name)
    checkInclude(name, $2 ~ /^"/)
}
{ checkParsing(); checkClocks(); checkFunctions(); checkSpacing(); checkForms() }

END {
    finishFile()
    exit found
}
