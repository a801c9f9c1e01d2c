// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/whois/whois.h"

#include "core/files/system_error.h"
#include "core/lock/token.h"
#include "core/loop/event_loop.h"
#include "core/masters/masters.h"
#include "core/observe/formats/format_set.h"
#include "core/observe/reading/key_reader.h"
#include "core/observe/whois/whois_clues.h"
#include "core/redis/fan_out.h"
#include "core/redis/url_login.h"
#include "core/text/display_safe.h"
#include "core/text/number.h"
#include "core/text/split.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <system_error>

namespace lockkeeper::observe {

namespace {

constexpr std::size_t kMaxField = 1024;
constexpr std::size_t kMaxListed = 65'536;

std::chrono::seconds secondsIn(std::string_view text)
{
    constexpr std::int64_t kMost = 100LL * 366 * 86'400;
    const auto number = numberIn<std::int64_t>(text);
    return std::chrono::seconds(std::clamp<std::int64_t>(number.value_or(0), 0, kMost));
}

// Only the address may contain blanks (a Unix socket's path) and imitate later fields, so the last
// occurrence of these counts.
void setField(ClientInfo& client, std::string_view name, std::string_view value)
{
    if (name == "id" && client.id.empty())
        client.id = value;
    else if (name == "addr" && client.address.empty())
        client.address = value;
    else if (name == "name")
        client.name = value;
    else if (name == "age")
        client.age = secondsIn(value);
    else if (name == "idle")
        client.idle = secondsIn(value);
    else if (name == "cmd")
        client.lastCommand = value == "NULL" ? std::string_view() : value;
    else if (name == "user")
        client.user = value;
    else if (name == "lib-name")
        client.library = value;
    else if (name == "lib-ver")
        client.libraryVersion = value;
}

} // namespace

std::vector<ClientInfo> parseClientList(std::string_view text)
{
    std::vector<ClientInfo> clients;
    while (!text.empty() && clients.size() < kMaxListed) {
        std::string_view line = takeUntil(text, "\n");
        ClientInfo client;
        while (!line.empty()) {
            std::string_view field = takeUntil(line, " ");
            const std::string_view name = takeUntil(field, "=");
            if (field.size() <= kMaxField)
                setField(client, name, field);
        }
        if (!client.id.empty() && !client.address.empty())
            clients.push_back(std::move(client));
    }
    return clients;
}

namespace {

using std::chrono::milliseconds;
using Readings = std::vector<Result<KeyReading>>;
using Clients = std::vector<ClientInfo>;
using Lists = std::vector<Result<Clients>>;
using Taps = std::vector<TapResult>;

constexpr milliseconds kTapTick{10};
constexpr std::size_t kLongestList = std::size_t{16} << 20;

std::string ownName()
{
    return lock::Owner::thisProcess("whois").connectionName();
}

struct Told {
    Readings readings;
    Lists lists;
    Taps taps;
};

void addMissing(Result<Clients>& list, Result<Clients> before)
{
    if (!before)
        return;
    if (!list) {
        list = std::move(before);
        return;
    }
    std::set<std::string> known;
    for (const ClientInfo& client : *list)
        known.insert(client.id);
    for (ClientInfo& client : *before) {
        if (!known.contains(client.id))
            list->push_back(std::move(client));
    }
}

class WhoisQuery {
public:
    WhoisQuery(const config::Deployment& deployment, const Resource& resource,
        const WhoisOptions& options, const Clock& clock)
        : m_deployment(deployment)
        , m_resource(resource)
        , m_options(options)
        , m_clock(clock)
        , m_masters(m_loop, deployment, m_ownName)
    { }

    [[nodiscard]] Told run()
    {
        Told told{.readings = readKey(), .taps = Taps(m_deployment.masters.size())};
        connectLists();
        told.lists = listClients();
        if (!m_options.tap)
            return told;
        told.taps = listen();
        // Keep clients that disconnected during the tap.
        Lists before = std::exchange(told.lists, listClients());
        for (std::size_t i = 0; i < before.size(); ++i)
            addMissing(told.lists[i], std::move(before[i]));
        told.readings = readKey();
        return told;
    }

private:
    [[nodiscard]] Readings readKey()
    {
        return m_loop.await<Readings>([&](auto done) {
            readKeyOnAll(m_masters.transports(), m_clock, m_resource.value(), m_deployment.timeout,
                std::move(done));
        });
    }

    [[nodiscard]] std::unique_ptr<redis::Connection> connectSecond(
        std::size_t index, redis::ConnectionOptions options)
    {
        options.clientName = m_ownName;
        if (m_masters.transports()[index]->status().state == redis::LinkState::Refused)
            return nullptr;
        const redis::ClusterTransport* cluster = m_masters.cluster(index);
        if (cluster == nullptr)
            return m_masters.connectSecond(index, std::move(options));
        const auto shard = cluster->shardOf(m_resource.value());
        if (!shard)
            return nullptr;
        return std::make_unique<redis::Connection>(
            m_loop, m_deployment.masters[index].id, *shard, std::move(options));
    }

    /// A client list may exceed the usual reply limit.
    void connectLists()
    {
        m_loop.call([this] {
            for (std::size_t i = 0; i < m_deployment.masters.size(); ++i) {
                redis::ConnectionOptions options;
                options.connectTimeout = m_deployment.timeout;
                options.replyLimits.bytes = kLongestList;
                m_lists.push_back(connectSecond(i, std::move(options)));
            }
        });
    }

    [[nodiscard]] Error whyNotConnected(std::size_t index) const
    {
        return m_masters.transports()[index]->status().error.value_or(Error{ErrorClass::Unreachable,
            trNoop("not connected", "data"), m_deployment.masters[index].id});
    }

    [[nodiscard]] Lists listClients()
    {
        return redis::awaitAll<Clients>(m_loop, m_masters.transports(),
            [&](std::size_t index, redis::Transport&, auto handler) {
                if (!m_lists[index])
                    return handler(tl::make_unexpected(whyNotConnected(index)));
                m_lists[index]->send({"CLIENT", "LIST"}, m_deployment.timeout,
                    [handler](const Result<redis::Reply>& reply) {
                        if (!reply)
                            return handler(tl::make_unexpected(reply.error()));
                        handler(parseClientList(reply->text));
                    });
            });
    }

    struct Tap {
        Tap(std::string key, int database, const Monitor::Connect& connect,
            Monitor::Options options)
            : heard(std::move(key), database)
            , monitor(connect, listening(std::move(options)))
        { }
        [[nodiscard]] Monitor::Options listening(Monitor::Options options)
        {
            options.onLine = [this](const MonitorLine& line) { heard.add(line); };
            return options;
        }

        MonitorTap heard;
        Monitor monitor;
    };
    [[nodiscard]] std::unique_ptr<Tap> tapInto(std::size_t index)
    {
        const redis::Url& url = m_deployment.masters[index].url;
        return std::make_unique<Tap>(
            m_resource.value(), m_masters.cluster(index) == nullptr ? url.database : 0,
            [&](redis::ConnectionOptions options) {
                return connectSecond(index, std::move(options));
            },
            Monitor::Options{
                .user = url.user, .timeout = m_deployment.timeout, .lines = m_options.tapLines});
    }

    [[nodiscard]] Taps listen()
    {
        std::vector<std::unique_ptr<Tap>> taps;
        SteadyTime end = m_clock.now() + *m_options.tap;
        std::function<void()> tick;
        return m_loop.await<Taps>([&](auto done) {
            for (std::size_t i = 0; i < m_deployment.masters.size(); ++i)
                taps.push_back(tapInto(i));
            tick = [this, &taps, &tick, &end, done] {
                // Still process what has been sent.
                if (m_options.isCancelled && m_options.isCancelled())
                    end = std::min(end, m_clock.now() + kTapTick);
                const bool isEnd = m_clock.now() >= end;
                bool areAllOver = true;
                for (const auto& tap : taps) {
                    if (isEnd || tap->monitor.isOver())
                        tap->monitor.close();
                    areAllOver = areAllOver && tap->monitor.isOver();
                }
                if (!areAllOver) {
                    m_loop.schedule(m_clock.now() + kTapTick, tick);
                    return;
                }
                Taps results;
                for (const auto& tap : taps) {
                    results.push_back({tap->heard.clients(), tap->monitor.outcome()});
                    if (!m_lists[results.size() - 1])
                        results.back().outcome.error = whyNotConnected(results.size() - 1);
                }
                done(std::move(results));
            };
            tick();
        });
    }

    const config::Deployment& m_deployment;
    const Resource& m_resource;
    const WhoisOptions& m_options;
    const Clock& m_clock;
    const std::string m_ownName = ownName();
    EventLoop m_loop;
    masters::Masters m_masters;
    std::vector<std::unique_ptr<redis::Connection>> m_lists;
};

class WhoisResultBuilder {
public:
    WhoisResultBuilder(
        const config::Deployment& deployment, const FormatSet& formats, const Clock& clock)
        : m_deployment(deployment)
        , m_formats(formats)
        , m_clock(clock)
    { }

    [[nodiscard]] Whois answer(const Told& told) const
    {
        Whois answer{.judgement = judgeReadings(told.readings)};
        const std::vector<OwnerMarks> marks = findMarks(told.readings, answer);
        answer.isConnectionGone = answer.connectionName.has_value();
        for (std::size_t i = 0; i < told.readings.size(); ++i) {
            answer.masters.push_back({.master = m_deployment.masters[i].id});
            if (!told.readings[i])
                answer.masters[i].readError = told.readings[i].error();
            tellClients(answer, marks, i, told.lists[i], told.taps[i]);
        }
        std::ranges::stable_sort(answer.clients, [](const WhoisClient& a, const WhoisClient& b) {
            return std::pair(b.certainty, a.clue) < std::pair(a.certainty, b.clue);
        });
        if (answer.clients.size() > Whois::kMaxClients) {
            answer.leftOut = answer.clients.size() - Whois::kMaxClients;
            answer.clients.resize(Whois::kMaxClients);
        }
        return answer;
    }

private:
    [[nodiscard]] static Error listError(const config::MasterConfig& master, Error error)
    {
        if (error.kind != ErrorClass::NoPermission)
            return error;
        error.text
            = absl::Substitute(trNoop("its clients are not told, as the user lacks +client|list; "
                                      "to grant it: ACL SETUSER $0 +client|list",
                                   "data"),
                displaySafe(redis::aclUser(master.url.user)));
        return error;
    }

    [[nodiscard]] Judgement judgeReadings(const Readings& readings) const
    {
        std::set<ValueType> types;
        for (const auto& reading : readings) {
            if (reading && m_formats.match(*reading, m_clock.wallNow()))
                types.insert(reading->type);
        }
        std::vector<Vote> votes;
        for (std::size_t i = 0; i < readings.size(); ++i) {
            Vote vote{.master = m_deployment.masters[i].id};
            if (readings[i]) {
                // As on the board: too large, or another type than the lock's.
                if (types.empty() || types.contains(readings[i]->type))
                    vote.token = readings[i]->fingerprint();
                vote.state = vote.token ? VoteState::Held : VoteState::Free;
                vote.ttl = readings[i]->ttl;
                vote.readAt = readings[i]->readAt;
            }
            votes.push_back(std::move(vote));
        }
        return judge(votes, m_clock.now());
    }

    /// Of the holding token, else of all.
    [[nodiscard]] std::vector<OwnerMarks> findMarks(const Readings& readings, Whois& answer) const
    {
        const Judgement& judgement = answer.judgement;
        std::vector<OwnerMarks> marks;
        std::set<Fingerprint> known;
        for (const auto& reading : readings) {
            const auto token = reading ? reading->fingerprint() : std::nullopt;
            const bool isLeading = token == judgement.token;
            if (!token || (judgement.verdict == Verdict::Held && !isLeading)
                || !known.insert(*token).second)
                continue;
            const auto lock = m_formats.recognise(*reading, m_clock.wallNow());
            marks.push_back(marksOf(*reading, lock, m_clock.wallNow()));
            if (!isLeading && answer.lock)
                continue;
            answer.lock = lock;
            answer.connectionName = marks.back().connectionName;
        }
        return marks;
    }

    void tellClients(Whois& answer, const std::vector<OwnerMarks>& marks, std::size_t index,
        const Result<Clients>& list, const TapResult& tap) const
    {
        const config::MasterConfig& master = m_deployment.masters[index];
        WhoisMaster& told = answer.masters[index];
        const Clients clients = list.value_or(Clients());
        if (!list)
            told.listError = listError(master, list.error());
        told.clients = static_cast<std::size_t>(std::ranges::count_if(
            clients, [this](const ClientInfo& client) { return client.name != m_ownName; }));
        told.tapError = tap.outcome.error;
        told.lines = tap.outcome.lines;
        told.isTapFull = tap.outcome.isFull;
        told.isTapBroken = tap.outcome.interruptions > 0;
        answer.isConnectionGone = answer.isConnectionGone && list
            && std::ranges::none_of(clients,
                [&](const ClientInfo& client) { return client.name == answer.connectionName; });
        for (WhoisClient& client : cluesFor(marks, master.id, clients, tap, m_ownName))
            answer.clients.push_back(std::move(client));
    }

    const config::Deployment& m_deployment;
    const FormatSet& m_formats;
    const Clock& m_clock;
    const std::string m_ownName = ownName();
};

} // namespace

std::vector<WhoisClient> Whois::observedWaiters() const
{
    std::vector<WhoisClient> found;
    std::ranges::copy_if(clients, std::back_inserter(found), [](const WhoisClient& client) {
        return client.tries > 0 && client.certainty == Certainty::Possible;
    });
    return found;
}

Result<Whois> whois(const config::Deployment& deployment, const Resource& resource,
    const WhoisOptions& options, const Clock& clock)
{
    if (options.tap
        && (*options.tap > WhoisOptions::kLongestTap || options.tap->count() <= 0
            || options.tapLines == 0 || options.tapLines > WhoisOptions::kMostLines))
        return fail(ErrorClass::InvalidArgument,
            trNoop(
                "MONITOR costs too much: listen for 10 seconds and 1000000 lines at most", "data"));
    const auto formats = FormatSet::of(deployment);
    if (!formats)
        return tl::make_unexpected(formats.error());
    try {
        const Told told = WhoisQuery(deployment, resource, options, clock).run();
        return WhoisResultBuilder(deployment, *formats, clock).answer(told);
    } catch (const std::system_error& error) {
        return noThreadError(error);
    }
}

} // namespace lockkeeper::observe
