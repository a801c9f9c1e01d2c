// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/board_look.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/listening.h"
#include "app/ctl/base/option_values.h"
#include "app/ctl/command.h"
#include "app/ctl/output/name_words.h"
#include "app/ctl/output/table_output.h"
#include "core/config/deployments_file.h"
#include "core/observe/kinds/kind.h"
#include "core/observe/kinds/kind_collector.h"
#include "core/observe/kinds/kind_hint.h"
#include "core/observe/kinds/learn.h"
#include "core/output/json_writer.h"
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/shell_text.h"
#include "core/text/translate.h"
#include "core/words/kind_words.h"
#include "core/words/lock_words.h"
#include "core/words/master_words.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

namespace {

struct KindsOptions {
    bool areAllWanted = false;
    std::optional<observe::KindAnswer> answer; ///< nullopt: list
    std::string kind;
    std::string format; ///< (Lock) empty: as the keys suggest
    std::string because;
    std::optional<std::chrono::milliseconds> learnFor;
    bool evenIfBusy = false;
};

using observe::Kind;
using output::JsonWriter;

/// Narrower terminals get fewer columns.
constexpr std::size_t kWide = 180;
constexpr std::size_t kShortestName = 30;
constexpr std::size_t kExampleLimit = 48;

/// "uuid, 1 ...".
template <class T, class ToText>
std::string sharesText(const observe::Shares<T>& shares, ToText toText)
{
    constexpr std::size_t kMost = 2;
    std::string text;
    for (std::size_t i = 0; i < std::min(shares.size(), kMost); ++i)
        addToList(text, toText(shares[i].what));
    return shares.size() > kMost ? text + " ..." : text;
}

template <class T, class ToName>
void writeShares(JsonWriter& out, const char* name, const observe::Shares<T>& shares, ToName toName)
{
    out.key(name).openObject();
    for (const auto& [what, keys] : shares)
        out.anyKey(toName(what)).value(keys);
    out.closeObject();
}

/// "3 certain, 17 possible: redlock-rb".
std::string takenForText(const Kind& kind)
{
    if (!kind.certainty)
        return tr("no lock");
    std::string text;
    const auto add = [&](std::size_t keys, observe::Certainty certainty) {
        if (keys == 0)
            return;
        const char* const word = words::certaintyWord(certainty);
        addToList(text,
            keys == kind.keys ? word
                              : absl::Substitute(tr("$0 $1", "keys of a certainty"), keys, word));
    };
    add(kind.certain, observe::Certainty::Certain);
    add(kind.likely, observe::Certainty::Likely);
    add(kind.possible, observe::Certainty::Possible);
    return absl::Substitute(
        tr("$0: $1"), text, sharesText(kind.formats, [&](const std::string& name) {
            return words::formatText(name, kind.isFormatAmbiguous);
        }));
}

/// Safe to print, and valid input.
std::string kindNameText(const Kind& kind)
{
    return observe::safeKindText(kind.name);
}

std::vector<std::string> kindTable(const std::vector<Kind>& kinds, std::size_t columns)
{
    // A cut name can't be typed: cut none without a terminal.
    const bool isNarrow = columns < kWide;
    const std::size_t nameWidth = isNarrow ? std::max(columns * 2 / 5, kShortestName) : columns;
    std::vector<std::vector<std::string>> rows{
        {tr("KEYS"), tr("KIND"), tr("TAKEN FOR"), tr("WHY")}};
    if (!isNarrow)
        rows[0] = {tr("KEYS"), tr("KIND"), tr("TAKEN FOR"), tr("VALUE"), tr("TTL"), tr("TYPE"),
            tr("EXAMPLE"), tr("WHY")};
    for (const Kind& kind : kinds) {
        std::vector<std::string> row{std::to_string(kind.keys),
            cutMiddle(kindNameText(kind), nameWidth), takenForText(kind)};
        if (!isNarrow) {
            row.push_back(sharesText(kind.shapes, words::shapeWord));
            row.push_back(words::ttlText(kind));
            row.push_back(sharesText(kind.types, nameOf<observe::ValueType>));
            row.push_back(displaySafe(kind.example, kExampleLimit));
        }
        row.emplace_back(words::certaintyReasonText(kind.reason));
        rows.push_back(std::move(row));
    }
    return alignedLines(rows, columns);
}

void writeKind(JsonWriter& out, const Kind& kind)
{
    out.openObject();
    out.field("kind", kindNameText(kind), "pattern", kind.pattern, "keys", kind.keys);
    out.field("certain", kind.certain, "likely", kind.likely, "possible", kind.possible);
    out.field("certainty", kind.certainty, "reason", kind.reason);
    writeShares(out, "formats", kind.formats, [](const std::string& name) { return name; });
    writeShares(out, "types", kind.types, nameOf<observe::ValueType>);
    writeShares(out, "values", kind.shapes, nameOf<observe::ValueShape>);
    out.key("ttl").object(
        "without", kind.withoutTtl, "shortest_ms", kind.shortestTtl, "longest_ms", kind.longestTtl);
    out.field("example", kind.example);
    out.closeObject();
}

using observe::KindAnswer;
using observe::KindList;

struct KindsLook {
    BoardLook look;
    KindList list;
};

Result<KindsLook> lookAtKinds(const GlobalOptions& globals)
{
    auto target = openTarget(globals, TargetUse::Look);
    if (!target)
        return tl::make_unexpected(std::move(target.error()));
    auto formats = observe::FormatSet::of(target->deployment);
    if (!formats)
        return tl::make_unexpected(std::move(formats.error()));
    observe::KindCollector collector(std::move(*formats), systemClock());
    auto look = lookAtBoard(globals, std::move(*target),
        [&](const observe::KeyReading& reading) { collector.add(reading); });
    if (!look)
        return tl::make_unexpected(std::move(look.error()));
    return KindsLook{std::move(*look), collector.kinds()};
}

std::string restText(const KindsLook& look, const std::vector<Kind>& shown)
{
    const KindList& list = look.list;
    std::string text;
    if (shown.empty() && !look.look.hasNoAnswer())
        text = tr("no keys that may be locks\n");
    std::size_t keys = 0;
    for (const Kind& kind : shown)
        keys += kind.keys;
    const std::size_t hidden = list.keys - list.otherKeys - keys;
    if (hidden > 0)
        text += absl::Substitute(tr("$0 of $1 without a lock (--all)\n"),
            words::countText(hidden, "more key"),
            words::countText(list.kinds.size() - shown.size(), "kind"));
    if (list.otherKeys > 0)
        text += absl::Substitute(
            tr("$0 of rare kinds\n"), words::countText(list.otherKeys, "more key"));
    return text;
}

void printTable(const KindsLook& look, const std::vector<Kind>& shown)
{
    const std::string table = shown.empty() ? "" : joinedLines(kindTable(shown, outputColumns()));
    print(table + restText(look, shown));
}

void printJson(const KindsLook& look, const std::vector<Kind>& shown)
{
    print(output::objectLine([&](JsonWriter& out) {
        out.field("deployment", look.look.deployment().name);
        out.field("complete", look.look.board.isComplete && !look.list.isCut);
        out.field("keys", look.list.keys, "other_keys", look.list.otherKeys);
        out.list("kinds", shown, [&](const Kind& kind) { writeKind(out, kind); });
    }));
}

int printKinds(const GlobalOptions& globals, bool areAllWanted)
{
    const auto look = lookAtKinds(globals);
    if (!look)
        return printErrorAndExitCode(look.error());
    std::vector<Kind> shown = look->list.kinds;
    if (!areAllWanted)
        std::erase_if(shown, [](const Kind& kind) { return kind.locks() == 0; });
    if (globals.isJson)
        printJson(*look, shown);
    else
        printTable(*look, shown);
    if (look->list.isCut)
        printError(tr("only the first million keys were counted; name others by --match GLOB"));
    return printErrorAndExitCode(look->look);
}

std::optional<Kind> absentKind(const std::string& name)
{
    const auto tokens = observe::tokensOfKind(name);
    if (!tokens)
        return std::nullopt;
    Kind kind;
    kind.name = name;
    kind.pattern = observe::kindGlob(*tokens);
    kind.types = {{observe::ValueType::String, 0}};
    kind.example = name;
    return kind;
}

Result<Kind> findKind(const KindList& list, const std::string& name, KindAnswer answer)
{
    const auto isIt
        = [&](const Kind& kind) { return kind.name == name || kindNameText(kind) == name; };
    const auto found = std::ranges::find_if(list.kinds, isIt);
    if (found != list.kinds.end())
        return *found;
    // A kind learnt from traffic may have no key.
    if (auto absent = absentKind(name);
        absent && answer == KindAnswer::Lock && name.find('<') != std::string::npos)
        return std::move(*absent);
    return fail(ErrorClass::InvalidArgument,
        absl::Substitute(
            trNoop("there are no keys of the kind '$0'; `lockctl kinds --all` lists the kinds",
                "data"),
            displaySafe(name)));
}

std::string commentOf(const KindsOptions& options)
{
    const std::string text
        = absl::Substitute(options.answer == KindAnswer::Lock ? tr("locks (lockctl, $0)")
                                                              : tr("no locks (lockctl, $0)"),
            words::utcText(systemClock().wallNow()).substr(0, 10));
    return options.because.empty() ? text : absl::Substitute(tr("$0: $1"), text, options.because);
}

void printSettled(const GlobalOptions& globals, const Kind& kind, const observe::HintPlan& plan,
    const std::filesystem::path& path, bool isNew)
{
    if (globals.isJson) {
        print(output::objectLine([&](JsonWriter& out) {
            out.field("kind", kindNameText(kind), "pattern", plan.hint.keys);
            out.field("format", plan.hint.format, "keys", kind.keys);
            out.field("file", path.string(), "written", isNew);
            out.list("also", plan.alsoMatched,
                [&](const std::string& name) { out.value(displaySafe(name)); });
        }));
        return;
    }
    std::string text
        = absl::Substitute(isNew ? tr("$0: wrote the hint \"$1\" = \"$2\" for $3\n")
                                 : tr("$0: has the hint \"$1\" = \"$2\" already, for $3\n"),
            displaySafe(path.string(), 4096), displaySafe(plan.hint.keys),
            displaySafe(plan.hint.format), words::countText(kind.keys, "key"));
    for (const std::string& name : plan.alsoMatched)
        text += absl::Substitute(tr("it also matches $0\n"), displaySafe(name));
    print(text);
}

int settleKind(const GlobalOptions& globals, const KindsOptions& options)
{
    if (!globals.config && !globals.deployment)
        return printErrorAndExitCode({ErrorClass::InvalidArgument,
            trNoop("the hint is written into the deployments file: name the deployment by "
                   "--deployment NAME or --config FILE instead of its masters",
                "data")});
    const auto look = lookAtKinds(globals);
    if (!look)
        return printErrorAndExitCode(look.error());
    const int code = printErrorAndExitCode(look->look);
    if (code != 0)
        return code;
    const auto kind = findKind(look->list, options.kind, *options.answer);
    if (!kind)
        return printErrorAndExitCode(kind.error());
    const config::Deployment& deployment = look->look.deployment();
    const auto plan
        = observe::planHint(look->list, *kind, *options.answer, deployment, options.format);
    if (!plan)
        return printErrorAndExitCode(plan.error());
    const auto path = deploymentsFileOf(globals);
    if (!path)
        return printErrorAndExitCode(path.error());
    auto file = config::DeploymentsFile::load(*path, observe::formatNames());
    const auto written = file.addHint({deployment.name, plan->hint, commentOf(options)});
    if (!written)
        return printErrorAndExitCode(written.error());
    printSettled(globals, *kind, *plan, *path, *written);
    return code;
}

void writeLearnt(JsonWriter& out, const observe::LearntKind& learnt)
{
    const Kind& kind = learnt.kind;
    out.openObject();
    out.field("kind", kindNameText(kind), "example", kind.example, "pattern", kind.pattern);
    out.field("proposed", learnt.isProposed, "taken", learnt.use.taken);
    out.field("released", learnt.use.released, "renewed", learnt.use.renewed);
    out.field("overwritten", learnt.use.overwritten, "tries", learnt.use.tries);
    out.field("clients", learnt.clients, "weak", learnt.isWeak, "certainty", kind.certainty);
    out.closeObject();
}

std::string settlingLine(const Target& target, const observe::LearntKind& learnt)
{
    return absl::Substitute(
        "  lockctl$0 kinds --lock $1", target.lineOptions, shellWord(kindNameText(learnt.kind)));
}

bool isUnheard(const observe::LearntMaster& master)
{
    return (master.heard.error && !master.isWatched) || master.isSpared;
}

bool isAllHeard(const observe::Learnt& learnt)
{
    return !learnt.isCut
        && std::ranges::none_of(learnt.masters, [](const observe::LearntMaster& master) {
               return master.heard.error || master.isSpared || master.heard.isFull
                   || master.heard.interruptions > 0;
           });
}

void printLearnt(const observe::Learnt& learnt, const Target& target, bool isOfFile)
{
    std::vector<std::vector<std::string>> rows{{tr("KIND"), tr("USED"), tr("TAKEN FOR")}};
    std::string advice;
    for (const observe::LearntKind& kind : learnt.kinds) {
        if (!kind.isProposed)
            continue;
        rows.push_back({kindNameText(kind.kind), words::usedText(kind), takenForText(kind.kind)});
        const bool isKnown = kind.kind.certain + kind.kind.likely == kind.kind.keys;
        if (!isKnown)
            advice += settlingLine(target, kind) + "\n";
    }
    std::string text;
    const bool isAnyHeard = std::ranges::any_of(
        learnt.masters, [](const observe::LearntMaster& master) { return !isUnheard(master); });
    if (rows.size() == 1 && isAnyHeard)
        text = absl::Substitute(
            tr("no kind of keys was used as a lock within $0\n"), words::durationText(learnt.took));
    else if (rows.size() > 1)
        text = joinedLines(alignedLines(rows, outputColumns()));
    if (!advice.empty())
        text += isOfFile
            ? absl::Substitute(tr("to say that these are locks:\n$0"), advice)
            : std::string(
                tr("to say that these are locks, name their deployment by --deployment or "
                   "--config, and add: kinds --lock KIND\n"));
    const std::size_t others = learnt.kinds.size() + 1 - rows.size();
    if (others > 0)
        text += absl::Substitute(tr("$0 taken as locks are, but used otherwise (--json)\n"),
            words::countText(others, "more kind"));
    print(text);
}

int complainAboutListening(const observe::Learnt& learnt, const config::Deployment& deployment)
{
    std::vector<Error> failures;
    for (const observe::LearntMaster& master : learnt.masters) {
        Error error = master.heard.error.value_or(Error{ErrorClass::TooManyKeys, {}, {}});
        if (const std::string text = words::unheardText(master); !text.empty())
            error.text = text;
        error.master = master.master;
        if (!error.text.empty())
            complainAbout(error, deployment);
        if (isUnheard(master))
            failures.push_back(std::move(error));
    }
    return exitCodeForFailures(failures, deployment.masters.size(), deployment.quorum());
}

int learn(const GlobalOptions& globals, const KindsOptions& options)
{
    const auto target = openTarget(globals, TargetUse::Look);
    if (!target)
        return printErrorAndExitCode(target.error());
    observe::LearnOptions question{.time = *options.learnFor, .evenIfBusy = options.evenIfBusy};
    const config::Deployment& deployment = target->deployment;
    ListeningGuard guard(deployment.masters.size(), question.time, question.lines);
    question.isCancelled = [&guard] { return guard.isOver(); };
    const auto learnt = observe::learnKinds(deployment, question, systemClock());
    if (!learnt)
        return printErrorAndExitCode(learnt.error());
    if (learnt->isCut)
        printError(
            tr("names of more than 512 bytes, and those beyond the first 100000, were not learnt"));
    if (globals.isJson) {
        print(output::objectLine([&](JsonWriter& out) {
            out.field("deployment", deployment.name, "complete", isAllHeard(*learnt));
            out.field("took_ms", learnt->took);
            out.list("kinds", learnt->kinds, [&](const auto& kind) { writeLearnt(out, kind); });
        }));
    } else {
        printLearnt(*learnt, *target, globals.config || globals.deployment);
    }
    return complainAboutListening(*learnt, deployment);
}

class KindsCommand final : public Command {
public:
    void addOptions(CLI::App& kinds) override
    {
        CLI::Option* const all = kinds.add_flag(
            "--all", m_options.areAllWanted, tr("Also kinds of keys that are no locks"));
        CLI::Option* const lock = addAnswer(kinds, "--lock", KindAnswer::Lock,
            tr("Write into the deployments file that these keys are locks"));
        lock->excludes(all);
        kinds
            .add_option(
                "--format", m_options.format, tr("Their format, where the keys do not tell"))
            ->type_name("NAME")
            ->check(isGiven)
            ->needs(lock);
        CLI::Option* const answerNo = addAnswer(kinds, "--not", KindAnswer::NoLock,
            tr("Write into the deployments file that these keys are no locks"));
        answerNo->excludes(all)->excludes(lock);
        const auto takeTime = [this](std::chrono::milliseconds time) {
            if (time > observe::LearnOptions::kLongest || time < observe::LearnOptions::kShortest)
                throw CLI::ValidationError(
                    "--learn", tr("is for 100ms at least, and at most 60 seconds"));
            m_options.learnFor = time;
        };
        CLI::Option* const learn = addTime(kinds, "--learn", takeTime,
            tr("Listen to all that the masters execute, for so long (10s), and tell which keys are "
               "used as locks. Costs them much"));
        learn->excludes(all)->excludes(lock)->excludes(answerNo);
        kinds
            .add_flag("--even-if-busy", m_options.evenIfBusy,
                tr("Listen also to masters with more than 50000 commands a second"))
            ->needs(learn);
        kinds
            .add_option(
                "--because", m_options.because, tr("Why; a comment in the deployments file"))
            ->type_name("TEXT");
    }
    void check(const GlobalOptions& /*globals*/) override
    {
        if (!m_options.answer && !m_options.because.empty())
            throw CLI::ValidationError("--because", tr("needs --lock KIND or --not KIND"));
    }
    int run(const GlobalOptions& globals) override;

private:
    CLI::Option* addAnswer(
        CLI::App& kinds, const std::string& name, KindAnswer answer, const std::string& help)
    {
        const auto take = [this, answer](const std::string& kind) {
            m_options.answer = answer;
            m_options.kind = kind;
        };
        return kinds.add_option_function<std::string>(name, take, help)
            ->type_name("KIND")
            ->check(isGiven);
    }

    KindsOptions m_options;
};

int KindsCommand::run(const GlobalOptions& globals)
{
    if (m_options.learnFor)
        return learn(globals, m_options);
    return m_options.answer ? settleKind(globals, m_options)
                            : printKinds(globals, m_options.areAllWanted);
}

const CommandEntry<KindsCommand> kKindsEntry(
    80, "kinds", trNoop("Keys by kind of name, and which are locks"));

} // namespace
} // namespace lockkeeper::ctl
