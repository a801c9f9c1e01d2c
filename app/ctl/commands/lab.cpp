// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/signal_pipe.h"
#include "app/ctl/command.h"
#include "app/lab/play.h"
#include "app/sandbox/zookeeper_process.h"
#include "core/files/system_error.h"
#include "core/lock/scheme.h"
#include "core/output/json_writer.h"
#include "core/output/run_picture.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/lab_words.h"

#include <absl/strings/str_join.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>

namespace lockkeeper::ctl {
namespace {

using lab::Experiment;
using lab::Variant;
using output::JsonWriter;
using std::chrono::milliseconds;

constexpr std::size_t kLongestFile = 1024UL * 1024;

Result<Experiment> readExperiment(const std::string& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::string text(kLongestFile + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
    if (text.size() > kLongestFile)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("experiment $0 is too long", "data"), displaySafe(file, 4096)));
    if (stream.bad() || !stream.eof())
        return systemError(absl::Substitute(trNoop("experiment $0 can't be read", "data"),
                               displaySafe(file, 4096)),
            errno);
    std::vector<Error> errors;
    Experiment experiment = lab::parseExperiment(text, file, errors);
    for (std::size_t i = 0; i + 1 < errors.size(); ++i)
        printError(trData(errors[i].text));
    return errors.empty() ? Result<Experiment>(std::move(experiment))
                          : tl::make_unexpected(std::move(errors.back()));
}

Result<Experiment> findExperiment(const std::string& name)
{
    std::string known;
    for (const Experiment& one : lab::builtInExperiments()) {
        if (one.name == name)
            return one;
        known.append(known.empty() ? "" : ", ").append(one.name);
    }
    return fail(ErrorClass::InvalidArgument,
        absl::Substitute(trNoop("there is no experiment '$0'; there are $1", "data"),
            displaySafe(name, 64), known));
}

void writeVariant(JsonWriter& out, const Variant& variant)
{
    const lab::Outcome& outcome = variant.outcome;
    out.object("scheme", variant.scheme, "masters", variant.masters, "renewed", variant.isRenewed,
        "fenced", variant.isFenced, "two", outcome.isTwo, "stuck", outcome.isStuck, "sold",
        outcome.sold, "waits", outcome.isWaiting, "lesson", variant.lesson);
}

std::string shown(const std::string& sentence)
{
    constexpr std::size_t kLongest = 1024;
    return displaySafe(trData(sentence), kLongest);
}

std::string timeText(milliseconds at)
{
    std::ostringstream text;
    text.precision(2);
    text << std::fixed << static_cast<double>(at.count()) / 1000;
    return text.str();
}

/// Times are milliseconds from the start.
void writeRun(JsonWriter& out, const Experiment& experiment, const Variant& variant,
    const lab::Played& played)
{
    const lab::Recording& recording = played.recording;
    const auto at = [&](const std::optional<SteadyTime>& time) {
        return time
            ? std::optional(std::chrono::duration_cast<milliseconds>(*time - recording.start))
            : std::nullopt;
    };
    const auto name = [](char letter) { return std::string(letter == 0 ? 0 : 1, letter); };
    out.field("experiment", experiment.name, "scheme", variant.scheme, "started_unix_ms",
        sinceEpoch(systemClock().wallNow()) - *at(BootClock::now()));
    out.field("masters", variant.masters, "as_predicted", played.isAsPredicted);
    const lab::Ruling& ruling = played.ruling;
    out.field("two", ruling.outcome.isTwo, "overlap_ms", ruling.overlapTime());
    out.field("stuck", ruling.outcome.isStuck, "sold", ruling.sold);
    out.field("waits", ruling.outcome.isWaiting.value_or(false), "refused", ruling.refused);
    out.field("took_ms", at(recording.end));
    out.list("steps", recording.steps, [&](const lab::Reached& one) {
        out.object(
            "say", experiment.steps[one.step].say, "at_ms", at(one.at), "forced", one.isForced);
    });
    out.list("beliefs", recording.beliefs, [&](const lab::Belief& one) {
        out.object("who", name(one.who), "lock", one.lock, "from_ms", at(one.from), "to_ms",
            at(std::min(one.to, recording.end)), "fence", one.fence);
    });
    out.list("stored", recording.stored, [&](const lab::Stored& one) {
        out.object("master", name(one.master), "lock", one.lock, "who", name(one.who), "from_ms",
            at(one.from), "to_ms", at(one.to), "ttl_ms", one.ttl);
    });
    out.list("commands", recording.sent, [&](const lab::Sent& one) {
        out.object("who", name(one.who), "master", name(one.master), "lock", one.lock, "command",
            one.command, "sent_ms", at(one.at), "passed_ms", at(one.passedAt), "answered_ms",
            at(one.answeredAt), "done", one.isYes);
    });
    out.list("sales", recording.sales, [&](const lab::Sale& one) {
        out.object("who", name(one.who), "at_ms", at(one.at), "amount", one.amount, "left",
            one.left, "refused", one.isRefused);
    });
}

class Interrupt {
public:
    [[nodiscard]] bool isSeen()
    {
        if (const auto event = m_signals.take())
            m_number = event->number;
        return m_number != 0;
    }
    [[nodiscard]] int exitCode() const noexcept { return kExitSignalBase + m_number; }

private:
    SignalPipe m_signals{SIGINT, SIGTERM, SIGHUP};
    int m_number = 0;
};

void tell(const Experiment& experiment, const Variant& variant, lab::RunOptions& options)
{
    print(absl::Substitute("$0\n$1\n", shown(experiment.question), words::variantText(variant)));
    options.onStart = [](const std::vector<std::string>& urls) {
        std::string line;
        for (const std::string& url : urls)
            line += " --master " + url;
        print(absl::Substitute(tr("to watch its masters: lockctl$0 watch\n\n"), line));
    };
    options.onStep = [](const lab::Step& step, milliseconds at) {
        print(absl::Substitute(tr("$0 s  $1\n"), timeText(at), shown(step.say)));
    };
}

class LabCommand final : public Command {
public:
    void addOptions(CLI::App& lab) override;
    int run(const GlobalOptions& globals) override;

private:
    [[nodiscard]] static int list(const GlobalOptions& globals);
    [[nodiscard]] int play(const GlobalOptions& globals) const;
    [[nodiscard]] static int matrix(const GlobalOptions& globals);

    bool m_isPlay = false;
    bool m_isMatrix = false;
    bool m_isCure = false;
    std::string m_name;
    std::string m_file;
    std::string m_svg;
    std::string m_speed = nameOf(lab::Speed::Real);
};

void LabCommand::addOptions(CLI::App& lab)
{
    lab.require_subcommand(1);
    lab.add_subcommand("list", tr("The experiments, and what each shows"));
    CLI::App* const matrix = lab.add_subcommand("matrix",
        tr("Play every experiment with every scheme: which fails where. Takes two minutes"));
    matrix->callback([this] { m_isMatrix = true; });
    CLI::App* const play = lab.add_subcommand(
        "play", tr("Play one, on redis-servers and with processes of its own"));
    play->callback([this] { m_isPlay = true; });
    CLI::Option* const name = play->add_option("EXPERIMENT", m_name, tr("Its name"));
    play->add_option("--file", m_file, tr("One of your own, from this file"))
        ->excludes(name)
        ->type_name("FILE");
    play->add_flag("--cure", m_isCure, tr("The same faults, with a way to lock that withstands"));
    play->add_option("--speed", m_speed, tr("slow, real (a TTL of 3 s, the default) or fast"))
        ->check(CLI::IsMember({"slow", "real", "fast"}))
        ->type_name("slow|real|fast");
    play->add_option("--svg", m_svg, tr("Write a picture of the run into this file"))
        ->type_name("FILE");
    play->footer(tr("Exit codes: 0 it went as predicted; 1 it did not; others: nothing is ruled."));
}

int LabCommand::run(const GlobalOptions& globals)
{
    if (!globals.masters.empty())
        printError(tr("the lab has its own masters; the ones that were named are left alone"));
    if (m_isMatrix)
        return matrix(globals);
    return m_isPlay ? play(globals) : list(globals);
}

int LabCommand::list(const GlobalOptions& globals)
{
    if (globals.isJson) {
        for (const Experiment& one : lab::builtInExperiments())
            print(output::objectLine([&](JsonWriter& out) {
                out.field("experiment", one.name, "title", one.title, "group", one.group);
                out.field("question", one.question);
                writeVariant(out.key("fault"), one.fault);
                writeVariant(out.key("cure"), one.cure);
            }));
        return kExitDone;
    }
    std::string group;
    for (const Experiment& one : lab::builtInExperiments()) {
        if (std::exchange(group, one.group) != one.group)
            print(absl::Substitute("$0\n", trData(one.group)));
        print(absl::Substitute("  $0$1$2\n", one.name,
            std::string(one.name.size() < 16 ? 16 - one.name.size() : 1, ' '),
            trData(one.question)));
    }
    print(tr("\nto see one: lockctl lab play NAME, and then with --cure\n"));
    return kExitDone;
}

int LabCommand::play(const GlobalOptions& globals) const
{
    if (m_name.empty() && m_file.empty()) {
        printError(tr("name an experiment, as lockctl lab list prints them, or a --file"));
        return kExitUsage;
    }
    const auto experiment = m_file.empty() ? findExperiment(m_name) : readExperiment(m_file);
    if (!experiment)
        return printErrorAndExitCode(experiment.error());
    const Variant& variant = m_isCure ? experiment->cure : experiment->fault;
    Interrupt interrupt;
    lab::RunOptions options{.speed = enumNamed<lab::Speed>(m_speed).value_or(lab::Speed::Real),
        .isCancelled = [&] { return interrupt.isSeen(); }};
    if (globals.isJson)
        options.onStart = [](const auto& urls) {
            print(output::objectLine([&](JsonWriter& out) { out.field("urls", urls); }));
        };
    else
        tell(*experiment, variant, options);
    const auto played = lab::play(*experiment, variant, options);
    if (!played)
        return interrupt.isSeen() ? interrupt.exitCode() : printErrorAndExitCode(played.error());
    if (globals.isJson) {
        print(output::objectLine(
            [&](JsonWriter& out) { writeRun(out, *experiment, variant, *played); }));
    } else {
        print(absl::Substitute(
            "\n$0\n", words::rulingText(played->ruling, experiment->fault.outcome)));
        if (played->isAsPredicted)
            print(absl::Substitute("$0\n", shown(variant.lesson)));
        if (!m_isCure && m_file.empty())
            print(absl::Substitute(
                tr("\nwhat withstands it: lockctl lab play $0 --cure\n"), experiment->name));
    }
    if (!played->isAsPredicted)
        printError(words::mispredictionText(played->ruling.outcome, variant.outcome));
    const output::RunToDraw run{*experiment, variant, played->recording, played->ruling,
        lab::ttlAt(options.speed, variant)};
    if (!m_svg.empty() && !printInto(m_svg, output::svgOf(run), OutputSecrecy::Public))
        return kExitOutputLost;
    return played->isAsPredicted ? kExitDone : kExitNotDone;
}

struct LabCell {
    std::string scheme;
    std::size_t masters = 1;
    lab::Ruling ruling{};
    bool isHarm = false;
    bool isPredicted = false;
};

/// nullopt if the scheme can't be tried.
Result<std::optional<LabCell>> playCell(
    const Experiment& experiment, const std::string& scheme, Interrupt& interrupt)
{
    const auto variant = lab::variantWith(experiment, scheme);
    if (!variant)
        return std::nullopt;
    auto played = lab::play(experiment, *variant,
        {.speed = lab::Speed::Fast, .isCancelled = [&] { return interrupt.isSeen(); }});
    if (!played)
        return tl::make_unexpected(std::move(played.error()));
    LabCell cell{
        .scheme = scheme, .masters = variant->masters, .ruling = std::move(played->ruling)};
    cell.isHarm = cell.ruling.isHarm(experiment.fault.outcome);
    cell.isPredicted
        = cell.isHarm == (std::ranges::find(experiment.fails, scheme) != experiment.fails.end());
    return cell;
}

/// Retries a misprediction: the machine may have been busy.
Result<std::optional<LabCell>> settleCell(
    const Experiment& experiment, const std::string& scheme, Interrupt& interrupt)
{
    auto cell = playCell(experiment, scheme, interrupt);
    const bool isSettled = cell && (!*cell || (*cell)->isPredicted);
    return isSettled || interrupt.isSeen() ? cell : playCell(experiment, scheme, interrupt);
}

bool tellCell(const Experiment& experiment, const LabCell& cell, bool isJson,
    std::vector<std::string>& failing)
{
    if (cell.isHarm)
        failing.push_back(cell.scheme);
    if (!cell.isPredicted)
        printError(absl::Substitute(tr("$0 with $1 is not as predicted: $2"), experiment.name,
            cell.scheme, words::rulingText(cell.ruling, experiment.fault.outcome)));
    if (isJson)
        print(output::objectLine([&](JsonWriter& out) {
            const lab::Outcome& outcome = cell.ruling.outcome;
            out.field("experiment", experiment.name, "scheme", cell.scheme);
            out.field("masters", cell.masters, "fails", cell.isHarm);
            out.field("as_predicted", cell.isPredicted, "two", outcome.isTwo);
            out.field("stuck", outcome.isStuck, "sold", cell.ruling.sold);
            out.field("waits", outcome.isWaiting.value_or(false));
        }));
    return cell.isPredicted;
}

std::vector<std::string> schemesToTry()
{
    std::vector<std::string> schemes;
    for (const lock::SchemeRef scheme : lock::allSchemes())
        schemes.emplace_back(nameOf(scheme));
    if (sandbox::isZooKeeperInstalled())
        schemes.emplace_back(lab::kZooKeeper);
    else
        printError(tr("without ZooKeeper, which is not installed here: its package is zookeeper"));
    return schemes;
}

int LabCommand::matrix(const GlobalOptions& globals)
{
    Interrupt interrupt;
    int code = kExitDone;
    const std::vector<std::string> schemes = schemesToTry();
    for (const Experiment& experiment : lab::builtInExperiments()) {
        std::vector<std::string> failing;
        for (const std::string& scheme : schemes) {
            const auto cell = settleCell(experiment, scheme, interrupt);
            if (interrupt.isSeen())
                return interrupt.exitCode();
            if (!cell)
                return printErrorAndExitCode(cell.error());
            if (*cell && !tellCell(experiment, **cell, globals.isJson, failing))
                code = kExitNotDone;
        }
        const std::string names = absl::StrJoin(failing, ", ");
        if (!globals.isJson)
            print(absl::Substitute("$0\n  $1\n", shown(experiment.title),
                names.empty() ? tr("no scheme fails") : names.c_str()));
    }
    return code;
}

const CommandEntry<LabCommand> kLabEntry(
    210, "lab", trNoop("Experiments that show how locks fail, and what withstands it"));

} // namespace
} // namespace lockkeeper::ctl
