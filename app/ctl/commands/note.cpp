// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/option_values.h"
#include "app/ctl/base/resource_option.h"
#include "app/ctl/base/target.h"
#include "app/ctl/command.h"
#include "app/ctl/output/name_words.h"
#include "core/config/quorum.h"
#include "core/output/board_json.h"
#include "core/release/note_writing.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/note_words.h"
#include "core/words/time_words.h"

#include <absl/strings/ascii.h>
#include <absl/strings/substitute.h>

namespace lockkeeper::ctl {
namespace {

std::string noteJson(
    const Resource& resource, const release::NoteDeed& deed, const release::NoteReport& report)
{
    const output::OutputTime present = output::OutputTime::read();
    return output::objectLine([&](output::JsonWriter& out) {
        output::writeResource(out, resource);
        out.field("action", deed.isClearing() ? "clear" : "write", "done", report.isDone);
        out.list("outcomes", report.outcomes, [&](const release::NoteOutcome& one) {
            out.object("master", one.master, "result", one.result, "error",
                output::errorText(one.error, output::kAnswerLimit));
        });
        out.key("other");
        if (report.other.isNone())
            out.value(nullptr);
        else
            output::writeNoteFields(out, report.other, present);
    });
}

int exitCodeOfNote(const release::NoteReport& report)
{
    using release::NoteResult;
    if (report.isDone)
        return kExitDone;
    if (!report.other.isNone() || report.count(NoteResult::AnotherNote) > 0)
        return kExitNotDone;
    std::vector<Error> failures;
    for (const release::NoteOutcome& one : report.outcomes) {
        if (one.result == NoteResult::Unreachable || one.result == NoteResult::Refused
            || one.result == NoteResult::Unknown)
            failures.push_back(one.error.value_or(Error{}));
    }
    const std::size_t masters = report.outcomes.size();
    return exitCodeOfUndone(failures, masters, quorumOf(masters));
}

class NoteCommand final : public Command {
public:
    void addOptions(CLI::App& note) override;
    void check(const GlobalOptions& globals) override;
    int run(const GlobalOptions& globals) override;

private:
    [[nodiscard]] int show(const GlobalOptions& globals) const;
    [[nodiscard]] int write(const GlobalOptions& globals) const;

    TypedResource m_typed;
    std::optional<std::string> m_text;
    bool m_isClearing = false;
    release::NoteDeed m_deed;
};

void NoteCommand::addOptions(CLI::App& note)
{
    addResource(note, m_typed);
    const auto takeText = [this](const std::string& text) { m_text = text; };
    CLI::Option* const text = note.add_option_function<std::string>(
        "TEXT", takeText, tr("What to say, in one line; without it, the note is shown"));
    text->type_name("");
    CLI::Option* const same = note.add_option_function<std::string>("--text", takeText,
                                      tr("The same as TEXT, beside --resource-b64"))
                                  ->type_name("TEXT")
                                  ->excludes(text);
    const auto takeTtl = [this](std::chrono::milliseconds ttl) {
        if (ttl < std::chrono::seconds(1) || ttl > observe::Note::kMaxTtl)
            throw CLI::ValidationError("--for", tr("must be from 1s to 24h"));
        m_deed.ttl = ttl;
    };
    CLI::Option* const time
        = addTime(note, "--for", takeTtl, tr("How long the note stays (default 30m, at most 24h)"));
    note.add_flag("--clear", m_isClearing, tr("Remove the note"))
        ->excludes(text)
        ->excludes(same)
        ->excludes(time);
    note.add_flag("--replace", m_deed.isReplacing,
        tr("Even if it is somebody else's note, one that can't be read, or a key of another type"));
}

void NoteCommand::check(const GlobalOptions& /*globals*/)
{
    checkResource(m_typed, EmptyName::Encoded);
    if (m_deed.isReplacing && !m_text && !m_isClearing)
        throw CLI::ValidationError("--replace", tr("needs a TEXT, or --clear"));
    if (!m_text)
        return;
    m_deed.text = std::string(absl::StripAsciiWhitespace(*m_text));
    if (const auto fit = release::checkNoteText(m_deed.text); !fit)
        throw CLI::ValidationError("TEXT", trData(fit.error().text));
}

int NoteCommand::run(const GlobalOptions& globals)
{
    return m_text || m_isClearing ? write(globals) : show(globals);
}

int NoteCommand::show(const GlobalOptions& globals) const
{
    const Resource& resource = *m_typed.resource;
    const auto target = openTarget(globals, TargetUse::Look);
    if (!target)
        return printErrorAndExitCode(target.error());
    const SystemClock clock;
    const auto seen = release::readNotes(target->deployment, resource, clock);
    if (!seen)
        return printErrorAndExitCode(seen.error());
    std::vector<Error> failures;
    for (std::size_t i = 0; i < seen->size(); ++i) {
        const std::string& user = target->deployment.masters[i].url.user;
        if (!(*seen)[i])
            failures.push_back(observe::explainNoteRefusal((*seen)[i].error(), user));
    }
    const observe::Note note = release::shownNote(resource, *seen);
    const SteadyTime now = clock.now();
    if (globals.isJson) {
        print(output::objectLine([&](output::JsonWriter& out) {
            output::writeResource(out, resource);
            out.key("note");
            if (note.isNone())
                out.value(nullptr);
            else
                output::writeNoteFields(out, note, output::OutputTime::read());
        }));
    } else if (!note.isNone()) {
        print(absl::Substitute(tr("$0: $1; it $2\n", "note"), nameText(resource),
            words::noteText(note, clock.wallNow()), words::noteEndText(note, now)));
    } else if (failures.size() < seen->size()) {
        print(absl::Substitute(tr("$0 has no note\n"), nameText(resource)));
    }
    for (const Error& failure : failures)
        complainAbout(failure, target->deployment);
    const int code = exitCodeForFailures(failures, seen->size(), target->deployment.quorum());
    return code == kExitDone && note.isNone() ? kExitNotDone : code;
}

int NoteCommand::write(const GlobalOptions& globals) const
{
    const Resource& resource = *m_typed.resource;
    const auto target = openTarget(globals, TargetUse::ActInRedis);
    if (!target)
        return printErrorAndExitCode(target.error());
    const SystemClock clock;
    auto journal = release::Journal::open(journalFileOf(globals), clock);
    if (!journal)
        return printErrorAndExitCode(journal.error());
    const auto report = release::writeNote(target->deployment, resource, m_deed, *journal, clock);
    if (!report)
        return printErrorAndExitCode(report.error());
    if (globals.isJson) {
        print(noteJson(resource, m_deed, *report));
    } else {
        std::string text;
        for (const release::NoteOutcome& outcome : report->outcomes)
            text += absl::Substitute(
                tr("$0: $1\n"), displaySafe(outcome.master.value()), words::outcomeText(outcome));
        print(text);
    }
    if (!report->isDone) {
        std::string why = absl::Substitute(tr("$0: $1"), nameText(resource),
            words::reportText(*report, m_deed.isClearing(), clock.wallNow()));
        if (!report->other.isNone())
            why += tr("; --replace does it all the same");
        printError(why);
    }
    if (report->journalError)
        printError(displaySafe(trData(report->journalError->text), 4096));
    const int code = exitCodeOfNote(*report);
    return code == kExitDone && report->journalError ? kExitNotDone : code;
}

const CommandEntry<NoteCommand> kNoteEntry(
    193, "note", trNoop("Say beside a lock who is on it and why, for everybody to see"));

} // namespace
} // namespace lockkeeper::ctl
