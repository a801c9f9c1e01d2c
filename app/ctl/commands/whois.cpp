// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/listening.h"
#include "app/ctl/base/resource_option.h"
#include "app/ctl/base/target.h"
#include "app/ctl/command.h"
#include "app/ctl/output/name_words.h"
#include "app/ctl/output/table_output.h"
#include "core/observe/board/staleness.h"
#include "core/output/board_json.h"
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"
#include "core/words/master_words.h"
#include "core/words/time_words.h"
#include "core/words/whois_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::ctl {
namespace {

using observe::Whois;
using observe::WhoisClient;
using observe::WhoisMaster;
using output::errorText;
using output::JsonWriter;
using output::unlessEmpty;
using Lines = std::vector<std::vector<std::string>>;

constexpr std::size_t kClientsShown = 20;

struct WhoisView {
    const config::Deployment& deployment;
    const Resource& resource;
    const MonitorOptions& monitor;
    const Whois& answer;
};

std::string dashed(const std::string& text)
{
    return text.empty() ? "-" : text;
}

std::string orDash(const std::string& text)
{
    return text.empty() ? "-" : displaySafe(text);
}

std::string verdictText(const WhoisView& view)
{
    const observe::Judgement& judgement = view.answer.judgement;
    const std::string verdict = words::verdictWord(judgement.verdict);
    return judgement.token ? absl::Substitute(tr("$0: $1"), verdict, judgement.token->shortHex())
                           : verdict;
}

Lines whoisSummary(const WhoisView& view)
{
    const Whois& answer = view.answer;
    Lines lines{{tr("resource"), nameText(view.resource)}, {tr("verdict"), verdictText(view)}};
    if (answer.lock) {
        lines.push_back({tr("library"), words::libraryText(*answer.lock)});
        lines.push_back({tr("holder"), words::holderText(*answer.lock)});
        // Then no client below holds it.
        if (const auto gone
            = observe::processGone(observe::PackedLock(*answer.lock), observe::LocalProcessProbe()))
            lines.push_back({tr("process"), words::evidenceText(*gone, SteadyTime())});
    } else if (answer.judgement.token) {
        lines.push_back({tr("library"), tr("no lock as far as known")});
    }
    if (answer.connectionName)
        lines.push_back({tr("connection"), words::connectionText(answer)});
    return lines;
}

Lines clientsOf(const Whois& answer)
{
    Lines lines{{tr("SURE"), tr("MASTER"), tr("ADDRESS"), tr("NAME"), tr("LIBRARY"),
        tr("LAST COMMAND"), tr("IDLE"), tr("USER"), tr("WHY")}};
    for (const WhoisClient& client : answer.clients) {
        if (lines.size() > kClientsShown)
            break;
        const observe::ClientInfo& info = client.client;
        lines.push_back({words::certaintyWord(client.certainty), displaySafe(client.master.value()),
            words::addressText(client), orDash(info.name), dashed(words::clientLibraryText(info)),
            orDash(info.lastCommand), info.id.empty() ? "-" : words::durationText(info.idle),
            orDash(info.user), words::whyListedText(client)});
    }
    return lines;
}

std::string adviceFor(const WhoisView& view)
{
    if (view.answer.judgement.verdict == observe::Verdict::Free)
        return tr("it is not held now");
    const bool isMute = std::ranges::none_of(view.answer.masters, [&](const WhoisMaster& master) {
        return !master.listError || (view.monitor.time && !master.tapError);
    });
    if (isMute)
        return tr("no master tells of its clients");
    std::string text = tr("no client is known to hold it");
    const bool isShort = view.monitor.time < observe::WhoisOptions::kLongestTap;
    if (isShort && !view.answer.isConnectionGone)
        addClause(text,
            view.monitor.time
                ? tr("a holder that renews may be found by listening longer: --monitor 10")
                : tr("a holder that renews is found by listening: --monitor 10 (read what that "
                     "costs in lockctl whois --help)"));
    addClause(text,
        tr("a client that names its connections (CLIENT SETNAME) after the host and process that "
           "its tokens tell is found without listening"));
    return text;
}

std::string whoisText(const WhoisView& view)
{
    const Whois& answer = view.answer;
    // Uncut: text must be copied whole.
    std::string text = joinedLines(alignedLines(whoisSummary(view)));
    if (!answer.clients.empty())
        text += "\n" + joinedLines(alignedLines(clientsOf(answer)));
    const std::size_t shown = std::min(answer.clients.size(), kClientsShown);
    if (const std::size_t more = answer.clients.size() + answer.leftOut - shown; more > 0)
        text += absl::Substitute(tr("$0 more; --json shows them\n"), more);
    if (!answer.hasAnswer())
        text.append("\n").append(adviceFor(view)).append("\n");
    return text;
}

void writeClient(JsonWriter& out, const WhoisClient& client)
{
    const observe::ClientInfo& info = client.client;
    const auto time = [&info](std::chrono::milliseconds value) {
        return info.id.empty() ? std::nullopt : std::optional(value);
    };
    out.openObject();
    out.field("master", client.master, "certainty", client.certainty, "clue", client.clue);
    out.field("text", words::clueText(client.clue), "token", client.token);
    out.field("address", unlessEmpty(info.address), "alike", client.alike);
    out.field("name", unlessEmpty(info.name), "library", unlessEmpty(info.library));
    out.field("library_version", unlessEmpty(info.libraryVersion), "user", unlessEmpty(info.user));
    out.field("last_command", unlessEmpty(info.lastCommand));
    out.field("idle_ms", time(info.idle), "age_ms", time(info.age));
    out.field("heard", client.commands, "heard_last", unlessEmpty(client.lastCommand));
    out.closeObject();
}

void writeMaster(JsonWriter& out, const WhoisView& view, const WhoisMaster& master)
{
    out.openObject();
    out.field("id", master.master, "clients",
        master.listError ? std::nullopt : std::optional(master.clients));
    out.field("read_error", errorText(master.readError, output::kAnswerLimit));
    out.field("list_error", errorText(master.listError, output::kAnswerLimit));
    out.key("monitor");
    if (view.monitor.time)
        out.object("lines", master.lines, "full", master.isTapFull, "missed", master.isTapBroken,
            "error", errorText(master.tapError, output::kAnswerLimit));
    else
        out.value(nullptr);
    out.closeObject();
}

void writeWhois(JsonWriter& out, const WhoisView& view)
{
    const Whois& answer = view.answer;
    const auto& lock = answer.lock;
    out.field("deployment", view.deployment.name);
    output::writeResource(out, view.resource);
    out.field("verdict", answer.judgement.verdict, "token", answer.judgement.token);
    out.field("format", lock ? std::optional(words::libraryNames(*lock)) : std::nullopt);
    lock ? output::writeHolder(out.key("holder"), lock->holder) : out.field("holder", nullptr);
    out.field("connection_name", answer.connectionName, "connection_gone",
        answer.connectionName ? std::optional(answer.isConnectionGone) : std::nullopt);
    out.field("found", answer.hasAnswer());
    out.list("clients", answer.clients, [&](const auto& client) { writeClient(out, client); });
    out.field("left_out", answer.leftOut);
    out.list("masters", answer.masters, [&](const auto& one) { writeMaster(out, view, one); });
}

void complainAboutMasters(const WhoisView& view)
{
    for (const WhoisMaster& master : view.answer.masters) {
        if (master.readError)
            complainAbout(*master.readError, view.deployment);
        if (master.listError
            && (!master.readError || master.listError->kind != master.readError->kind))
            complainAbout(*master.listError, view.deployment);
        if (view.monitor.time
            && (!master.tapError || !master.listError
                || master.tapError->kind == ErrorClass::NoPermission))
            complainAboutTap(master, view.deployment);
    }
}

int exitCodeOf(const WhoisView& view)
{
    if (view.answer.hasAnswer())
        return kExitDone;
    std::vector<Error> failures;
    const bool isFree = view.answer.judgement.verdict == observe::Verdict::Free;
    for (const WhoisMaster& master : view.answer.masters) {
        const bool isHeard = view.monitor.time && !master.tapError;
        if (master.readError)
            failures.push_back(*master.readError);
        else if (master.listError && !isHeard && !isFree)
            failures.push_back(*master.listError);
    }
    const int code
        = exitCodeForFailures(failures, view.deployment.masters.size(), view.deployment.quorum());
    return code == kExitDone ? kExitNotDone : code;
}

class WhoisCommand final : public Command {
public:
    void addOptions(CLI::App& whois) override
    {
        addResource(whois, m_typed);
        addMonitor(whois, m_monitor);
        whois.footer(absl::StrCat(tr(kMonitorCost),
            tr("Exit codes: 0 found, certainly or likely; 1 not found, or not held; 2 too few "
               "masters told;\n64 usage; 69 unreachable; 77 refused.")));
    }
    void check(const GlobalOptions& /*globals*/) override
    {
        checkResource(m_typed, EmptyName::Encoded);
    }
    int run(const GlobalOptions& globals) override;

private:
    TypedResource m_typed;
    MonitorOptions m_monitor;
};

int WhoisCommand::run(const GlobalOptions& globals)
{
    const auto target = openTarget(globals, TargetUse::Look);
    if (!target)
        return printErrorAndExitCode(target.error());
    const auto answer = askWhois(target->deployment, *m_typed.resource, m_monitor);
    if (!answer)
        return printErrorAndExitCode(answer.error());
    const WhoisView view{target->deployment, *m_typed.resource, m_monitor, *answer};
    print(globals.isJson ? output::objectLine([&](JsonWriter& out) { writeWhois(out, view); })
                         : whoisText(view));
    complainAboutMasters(view);
    return exitCodeOf(view);
}

const CommandEntry<WhoisCommand> kWhoisEntry(70, "whois", trNoop("Which clients may hold a lock"));

} // namespace
} // namespace lockkeeper::ctl
