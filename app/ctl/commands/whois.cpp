// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/listening.h"
#include "app/ctl/base/resource_option.h"
#include "app/ctl/base/target.h"
#include "app/ctl/command.h"
#include "app/ctl/output/json_output.h"
#include "app/ctl/output/name_words.h"
#include "app/ctl/output/table_output.h"
#include "core/observe/board/staleness.h"
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
using Lines = std::vector<std::vector<std::string>>;

constexpr std::size_t kClientsShown = 20;

struct WhoisView {
    const config::Deployment& deployment;
    const Resource& resource;
    const MonitorOptions& monitor;
    const Whois& answer;
};

/// For text that is safe to show.
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
        // Whatever the clients below are: they are not the holder then.
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

/// What to try when no client was found.
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
            tr("a holder that renews is found by listening: --monitor 10 (read what that costs in "
               "lockctl whois --help)"));
    addClause(text,
        tr("a client that names its connections (CLIENT SETNAME) after the host and process that "
           "its tokens tell is found without listening"));
    return text;
}

std::string whoisText(const WhoisView& view)
{
    const Whois& answer = view.answer;
    // Lines are not cut to the terminal's width: they contain text to copy.
    std::string text = joinedLines(alignedLines(whoisSummary(view)));
    if (!answer.clients.empty())
        text += "\n" + joinedLines(alignedLines(clientsOf(answer)));
    const std::size_t shown = std::min(answer.clients.size(), kClientsShown);
    if (const std::size_t more = answer.clients.size() + answer.leftOut - shown; more > 0)
        text += absl::Substitute(tr("and $0 more; --json shows them\n"), more);
    if (!answer.hasAnswer())
        text.append("\n").append(adviceFor(view)).append("\n");
    return text;
}

Json clientJson(const WhoisClient& client)
{
    const observe::ClientInfo& info = client.client;
    const auto text
        = [](const std::string& bytes) { return bytes.empty() ? Json(nullptr) : textJson(bytes); };
    const auto time = [&info](std::chrono::milliseconds value) {
        return info.id.empty() ? Json(nullptr) : Json(value.count());
    };
    return {{"master", textJson(client.master.value())}, {"certainty", nameOf(client.certainty)},
        {"clue", nameOf(client.clue)}, {"text", words::clueText(client.clue)},
        {"token", client.token ? Json(client.token->shortHex()) : Json(nullptr)},
        {"address", text(info.address)}, {"alike", client.alike}, {"name", text(info.name)},
        {"library", text(info.library)}, {"library_version", text(info.libraryVersion)},
        {"user", text(info.user)}, {"last_command", text(info.lastCommand)},
        {"idle_ms", time(info.idle)}, {"age_ms", time(info.age)}, {"heard", client.commands},
        {"heard_last", text(client.lastCommand)}};
}

Json masterJson(const WhoisView& view, const WhoisMaster& master)
{
    Json object{{"id", textJson(master.master.value())},
        {"clients", master.listError ? Json(nullptr) : Json(master.clients)},
        {"read_error", errorJson(master.readError)}, {"list_error", errorJson(master.listError)}};
    object["monitor"] = nullptr;
    if (view.monitor.time)
        object["monitor"] = {{"lines", master.lines}, {"full", master.isTapFull},
            {"missed", master.isTapBroken}, {"error", errorJson(master.tapError)}};
    return object;
}

Json whoisJson(const WhoisView& view)
{
    const InEnglish forPrograms;
    const Whois& answer = view.answer;
    Json object{{"deployment", textJson(view.deployment.name)}};
    addResource(object, view.resource);
    object["verdict"] = nameOf(answer.judgement.verdict);
    object["token"]
        = answer.judgement.token ? Json(answer.judgement.token->shortHex()) : Json(nullptr);
    object["format"] = answer.lock ? Json(words::libraryNames(*answer.lock)) : Json(nullptr);
    object["holder"] = answer.lock ? holderJson(answer.lock->holder) : Json(nullptr);
    object["connection_name"]
        = answer.connectionName ? textJson(*answer.connectionName) : Json(nullptr);
    object["connection_gone"]
        = answer.connectionName ? Json(answer.isConnectionGone) : Json(nullptr);
    object["found"] = answer.hasAnswer();
    object["clients"] = Json::array();
    for (const WhoisClient& client : answer.clients)
        object["clients"].push_back(clientJson(client));
    object["left_out"] = answer.leftOut;
    object["masters"] = Json::array();
    for (const WhoisMaster& master : answer.masters)
        object["masters"].push_back(masterJson(view, master));
    return object;
}

void complainAboutMasters(const WhoisView& view)
{
    for (const WhoisMaster& master : view.answer.masters) {
        // A master that can't be reached has the same error in several fields: print it once.
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
    print(globals.isJson ? asLine(whoisJson(view)) : whoisText(view));
    complainAboutMasters(view);
    return exitCodeOf(view);
}

const CommandEntry<WhoisCommand> kWhoisEntry(70, "whois", trNoop("Which clients may hold a lock"));

} // namespace
} // namespace lockkeeper::ctl
