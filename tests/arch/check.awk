# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Reads sources (paths relative to the repository's root) and prints "path:line: what is wrong".
# Relies on the repository's clang-format: the brace of a function's body has a line of its own.

BEGIN {
    kMaxSource = 500; kMaxHeader = 250; kMaxMainWindow = 350; kMaxTest = 600
    kMaxClass = 150; kMaxFunction = 60; kMaxConstructor = 40
    kMaxWholeClass = 400; kMaxMembers = 25 # a class with its functions in all files of its folder
    kMaxFiles = 45 # sources and headers of a folder
    kWidgetsHeaders = "^(QtWidgets.*|Q.*Widget|Q.*Dialog|Q.*Layout|Q.*Button|Q.*Box|Q.*Edit|Q.*Slider|" \
        "Q(Header|Table|Tree|List|Column|Undo|Graphics|AbstractItem)View|QApplication|QMainWindow|" \
        "QLabel|QFrame|QMenu|QMenuBar|QToolBar|QStatusBar|QTabBar|QScrollArea|QScrollBar|QSplitter|" \
        "QProgressBar|QCompleter|QToolTip|QWhatsThis|QSystemTrayIcon|QSplashScreen|QAbstractScrollArea|" \
        "Q.*Style|QStyle.*|Q.*ItemDelegate|QWizard.*|QGraphics.*)$"
}

function report(line, what) { print path ":" line ": " what; found = 1 }

function isCode() { return path ~ /\.(cpp|h)$/ }

function sizeCeiling() {
    if (path ~ /^tests\//) return kMaxTest
    if (path ~ /\.h$/) return kMaxHeader
    if (path == "ui/window/main_window.cpp") return kMaxMainWindow
    return kMaxSource
}

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
    if (isCode()) ++files[folder()]
    if (isCode() && lines > sizeCeiling()) report(lines, lines " lines, at most " sizeCeiling())
}

function licenceWanted() { return licence() == "" ? "" : " (" licence() ")" }

# Includes: `name` is what stands between the quotes or angles.
function checkInclude(name, isQuoted) {
    if (path ~ /^core\// && name ~ /^Q(t|[A-Z])/)
        report(FNR, "core includes Qt: " name)
    if (name ~ /^hiredis/ && path !~ /^core\/redis\// && path !~ /^tests\/bench\//)
        report(FNR, "hiredis outside core/redis: " name)
    if (name ~ /^asio/ && path !~ /^(core|tests)\//)
        report(FNR, "asio outside core: " name)
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
    if (name ~ /^SQLiteCpp\// && path !~ /^(core\/history|tests)\//)
        report(FNR, "SQLiteCpp outside core/history: " name)
    if (name ~ /^CLI\// && path !~ /^(app|tests\/(bench|simulation))\//)
        report(FNR, "CLI11 outside app: " name)
    if (name ~ /^httplib/ && path !~ /^app\/(ctl\/serve|agent)\//)
        report(FNR, "cpp-httplib outside app/ctl/serve and app/agent: " name)
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

function isConstructor(text,    parts, count, name) {
    if (!match(text, /[A-Za-z0-9_]+::[A-Za-z0-9_]+\(/)) return 0
    name = substr(text, RSTART, RLENGTH - 1)
    count = split(name, parts, "::")
    return parts[count] == parts[count - 1]
}

function indentOf(text) { match(text, /^ */); return RLENGTH }

function folder() { return substr(path, 1, match(path, /[^\/]*$/) - 1) }

# The class of a member function, as it is written, and the class's folder; "" for other functions.
function classOf(text) {
    if (!match(text, /[A-Za-z0-9_:]+::(~?[A-Za-z0-9_]+|operator[^ (]+)\(/)) return ""
    text = substr(text, RSTART, RLENGTH)
    sub(/::[^:]*$/, "", text)
    return folder() text
}

function checkFunctions(    indent, length_, ceiling) {
    indent = indentOf($0)
    if ($0 ~ /^ *\{$/) {
        functionStart[indent] = FNR
        functionIsConstructor[indent] = indent == 0 && isConstructor(signature)
        functionClass[indent] = indent == 0 ? classOf(signature) : ""
        functionLines[indent] = FNR - signatureLine
        signature = ""
        return
    }
    if ($0 ~ /^ *\}$/ && indent in functionStart) {
        length_ = FNR - functionStart[indent] - 1
        ceiling = functionIsConstructor[indent] ? kMaxConstructor : kMaxFunction
        if (length_ > ceiling)
            report(functionStart[indent],
                (functionIsConstructor[indent] ? "constructor" : "function") " of " length_ \
                " lines, at most " ceiling)
        if (functionClass[indent] != "")
            classLines[functionClass[indent]] += functionLines[indent] + length_ + 2
        delete functionStart[indent]
        return
    }
    if ($0 ~ /^[A-Za-z]/ && $0 !~ /;$/) { signature = $0; signatureLine = FNR }
}

# The name in "class MACRO(arguments) Outer::Name final : public Base {", and the folder.
function nameOfClass(text) {
    sub(/^ *(class|struct) /, "", text)
    sub(/( final)?( :.*)? *\{$/, "", text)
    sub(/^.* /, "", text)
    return folder() text
}

function checkClasses(    indent) {
    indent = indentOf($0)
    if ($0 ~ /^ *(class|struct) [^;]*\{$/) {
        classStart[indent] = FNR
        if (indent == 0) {
            class_ = nameOfClass($0)
            classPlace[class_] = path ":" FNR
        }
        return
    }
    if (0 in classStart && $0 ~ /^    [^ ].* \**&?m_[A-Za-z0-9]+(;| =|\{| LK_)/)
        ++classMembers[class_]
    if ($0 ~ /^ *\};$/ && indent in classStart) {
        # A test's functions stand in its class; the ceiling of its file is the one that counts.
        if (FNR - classStart[indent] - 1 > kMaxClass && path !~ /^tests\//)
            report(classStart[indent], "class of " (FNR - classStart[indent] - 1) \
                " lines, at most " kMaxClass)
        if (indent == 0)
            classLines[class_] += FNR - classStart[indent] + 1
        delete classStart[indent]
    }
}

function checkWholeClasses(    class) {
    for (class in classPlace) {
        if (class ~ /^tests\//)
            continue
        if (classLines[class] > kMaxWholeClass)
            reportWhole(class, classLines[class] " lines over all files, at most " kMaxWholeClass)
        if (classMembers[class] > kMaxMembers)
            reportWhole(class, classMembers[class] " members, at most " kMaxMembers)
    }
}

function checkFolders(    name) {
    for (name in files)
        if (files[name] > kMaxFiles) {
            print name ":1: " files[name] " files in a folder, at most " kMaxFiles
            found = 1
        }
}

function reportWhole(class, what) { print classPlace[class] ": class of " what; found = 1 }

FNR == 1 {
    finishFile()
    path = FILENAME
    hasCopyright = hasLicence = 0
    signature = ""
    split("", functionStart); split("", classStart)
}
{ lines = FNR }
FNR <= 3 && /SPDX-FileCopyrightText: / { hasCopyright = 1 }
FNR <= 3 && /SPDX-License-Identifier: / && index($0, licence()) { hasLicence = 1 }
!isCode() { next }
/^#include [<"]/ {
    name = $2
    gsub(/[<>"]/, "", name)
    checkInclude(name, $2 ~ /^"/)
}
{ checkParsing(); checkFunctions(); checkClasses() }

END {
    finishFile()
    checkWholeClasses()
    checkFolders()
    exit found
}
