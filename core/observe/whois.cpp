// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/whois.h"

#include "core/display_safe.h"
#include "core/event_loop.h"
#include "core/lock/token.h"
#include "core/observe/key_reader.h"
#include "core/observe/whois_clues.h"
#include "core/redis/fan_out.h"

#include <algorithm>
#include <system_error>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;
using Readings = std::vector<Result<KeyReading>>;
using Lists = std::vector<Result<std::vector<ClientInfo>>>;

constexpr milliseconds kTapTick{10};
/// Ten thousand clients, with all that is told of each.
constexpr std::size_t kLongestList = std::size_t{16} << 20;

/// The connections to a deployment's masters, and what is asked through them.
class Inquiry {
public:
    Inquiry(const config::Deployment& deployment, const Resource& resource,
        const WhoisOptions& options, const Clock& clock)
        : m_deployment(deployment)
        , m_resource(resource)
        , m_options(options)
        , m_clock(clock)
    {
        redis::ConnectionOptions connection;
        connection.clientName = m_ownName;
        connection.connectTimeout = deployment.timeout;
        connection.replyLimits.bytes = kLongestList;
        for (const config::MasterConfig& master : deployment.masters) {
            m_connections.push_back(
                std::make_unique<redis::Connection>(m_loop, master.id, master.url, connection));
            m_transports.push_back(m_connections.back().get());
        }
    }

    [[nodiscard]] Whois run()
    {
        std::vector<TapResult> taps(m_deployment.masters.size());
        Lists before;
        if (m_options.tap) {
            // Those that are gone when the tap ends are known by name nevertheless.
            before = listClients();
            taps = listen();
        }
        Lists lists = listClients();
        for (std::size_t i = 0; i < before.size(); ++i)
            addMissing(lists[i], before[i]);
        return answer(readKey(), lists, taps);
    }

private:
    [[nodiscard]] Readings readKey()
    {
        return m_loop.await<Readings>([&](auto done) {
            readKeyOnAll(
                m_transports, m_clock, m_resource.value(), m_deployment.timeout, std::move(done));
        });
    }

    [[nodiscard]] Lists listClients()
    {
        using Clients = std::vector<ClientInfo>;
        return m_loop.await<Lists>([&](auto done) {
            redis::fanOut<Clients>(
                m_transports,
                [&](std::size_t, redis::Transport& transport, auto handler) {
                    transport.send({"CLIENT", "LIST"}, m_deployment.timeout,
                        [handler](const Result<redis::Reply>& reply) {
                            if (!reply)
                                return handler(tl::make_unexpected(reply.error()));
                            handler(parseClientList(reply->text));
                        });
                },
                std::move(done));
        });
    }

    static void addMissing(
        Result<std::vector<ClientInfo>>& list, const Result<std::vector<ClientInfo>>& before)
    {
        if (!list || !before)
            return;
        std::set<std::string> known;
        for (const ClientInfo& client : *list)
            known.insert(client.id);
        for (const ClientInfo& client : *before) {
            if (!known.contains(client.id))
                list->push_back(client);
        }
    }

    /// Ends when time is up, all taps are over, or the caller wants no more.
    [[nodiscard]] std::vector<TapResult> listen()
    {
        std::vector<std::unique_ptr<MonitorTap>> taps;
        for (const config::MasterConfig& master : m_deployment.masters)
            taps.push_back(std::make_unique<MonitorTap>(m_loop, master,
                MonitorTap::Options{.key = m_resource.value(),
                    .clientName = m_ownName,
                    .timeout = m_deployment.timeout,
                    .lines = m_options.tapLines}));
        const SteadyTime end = m_clock.now() + *m_options.tap;
        std::function<void()> tick;
        return m_loop.await<std::vector<TapResult>>([&](auto done) {
            tick = [&, done] {
                bool isOver
                    = m_clock.now() >= end || (m_options.isCancelled && m_options.isCancelled());
                bool areAllOver = true;
                for (const auto& tap : taps) {
                    if (tap->isOver() || isOver)
                        tap->close();
                    areAllOver = areAllOver && tap->isOver();
                }
                if (!isOver && !areAllOver) {
                    m_loop.schedule(m_clock.now() + kTapTick, tick);
                    return;
                }
                std::vector<TapResult> results;
                for (const auto& tap : taps)
                    results.push_back(tap->result());
                done(std::move(results));
            };
            tick();
        });
    }

    [[nodiscard]] Error listError(const config::MasterConfig& master, Error error) const
    {
        if (error.kind != ErrorClass::NoPermission)
            return error;
        error.text = "its clients are not told, as the user lacks +client|list; to grant it: ACL "
                     "SETUSER "
            + displaySafe(master.url.user.empty() ? "default" : master.url.user) + " +client|list";
        return error;
    }

    /// The reading that shows the token which leads the votes.
    const KeyReading* judgeReadings(const Readings& readings, Whois& answer) const
    {
        std::vector<Vote> votes;
        for (std::size_t i = 0; i < readings.size(); ++i) {
            Vote vote{.master = m_deployment.masters[i].id};
            if (readings[i]) {
                vote.token = readings[i]->fingerprint();
                vote.state = vote.token ? VoteState::Held : VoteState::Free;
                vote.ttl = readings[i]->ttl;
                vote.readAt = readings[i]->readAt;
            }
            votes.push_back(std::move(vote));
        }
        const Judgement judgement = judge(votes, m_clock.now());
        answer.verdict = judgement.verdict;
        answer.token = judgement.token;
        for (const auto& reading : readings) {
            if (reading && answer.token && reading->fingerprint() == answer.token)
                return &*reading;
        }
        return nullptr;
    }

    [[nodiscard]] Whois answer(
        const Readings& readings, const Lists& lists, const std::vector<TapResult>& taps) const
    {
        Whois answer;
        OwnerMarks marks;
        if (const KeyReading* reading = judgeReadings(readings, answer)) {
            answer.lock = recognise(m_options.formats, *reading, m_clock.wallNow());
            marks = marksOf(*reading, answer.lock);
        }
        for (std::size_t i = 0; i < readings.size(); ++i) {
            const config::MasterConfig& master = m_deployment.masters[i];
            WhoisMaster told{.master = master.id};
            if (!readings[i])
                told.readError = readings[i].error();
            if (lists[i])
                told.clients = lists[i]->size();
            else
                told.listError = listError(master, lists[i].error());
            told.tapError = taps[i].error;
            told.lines = taps[i].lines;
            told.isTapFull = taps[i].isFull;
            told.isTapBroken = taps[i].interruptions > 0;
            answer.masters.push_back(std::move(told));
            for (WhoisClient& client : cluesFor(marks, master.id,
                     lists[i].value_or(std::vector<ClientInfo>{}), taps[i], m_ownName))
                answer.clients.push_back(std::move(client));
        }
        std::ranges::stable_sort(answer.clients, {}, &WhoisClient::certainty);
        if (answer.clients.size() > Whois::kMaxClients) {
            answer.leftOut = answer.clients.size() - Whois::kMaxClients;
            answer.clients.resize(Whois::kMaxClients);
        }
        return answer;
    }

    const config::Deployment& m_deployment;
    const Resource& m_resource;
    const WhoisOptions& m_options;
    const Clock& m_clock;
    std::string m_ownName = lock::Owner::thisProcess("whois").connectionName();
    EventLoop m_loop;
    std::vector<std::unique_ptr<redis::Connection>> m_connections;
    std::vector<redis::Transport*> m_transports;
};

} // namespace

Result<Whois> whois(const config::Deployment& deployment, const Resource& resource,
    const WhoisOptions& options, const Clock& clock)
{
    if (options.tap && *options.tap > WhoisOptions::kLongestTap)
        return fail(ErrorClass::InvalidArgument, "MONITOR costs too much for more than 10 seconds");
    try {
        return Inquiry(deployment, resource, options, clock).run();
    } catch (const std::system_error& error) {
        return fail(
            ErrorClass::System, std::string("the system has no thread to give: ") + error.what());
    }
}

const char* certaintyName(Certainty certainty) noexcept
{
    switch (certainty) {
    case Certainty::Certain:
        return "certain";
    case Certainty::Likely:
        return "likely";
    case Certainty::Unknown:
        break;
    }
    return "unknown";
}

const char* clueName(Clue clue) noexcept
{
    switch (clue) {
    case Clue::SentToken:
        return "sent-token";
    case Clue::TokenNamesConnection:
        return "token-names-connection";
    case Clue::NameTellsHolder:
        return "name-tells-holder";
    case Clue::WroteKey:
        return "wrote-key";
    case Clue::UsedKey:
        break;
    }
    return "used-key";
}

} // namespace lockkeeper::observe
