// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/waits/wait_poll.h"

#include "core/observe/board/known_keys.h"
#include "core/observe/reading/read_refusal.h"
#include "core/text/number.h"

#include <algorithm>

namespace lockkeeper::observe {

namespace {

/// Longer: a wrong clock or a lie.
constexpr std::chrono::hours kLongestWait{24 * 30};

bool isBelievable(WallTime since, WallTime seen)
{
    return since <= seen && since >= seen - kLongestWait;
}

} // namespace

void WaitBook::note(
    std::size_t master, const Asked& asked, const std::vector<std::string>& channels)
{
    constexpr std::size_t kMost = 10'000;
    const std::uint64_t answer = ++m_answers;
    for (const std::string& channel : channels) {
        auto found = m_waiters.find(channel);
        if (found == m_waiters.end()) {
            auto announced
                = m_waiters.size() < kMost ? lock::parseWaitChannel(channel) : std::nullopt;
            if (!announced)
                continue;
            found = m_waiters.emplace(channel, Record()).first;
            if (!isBelievable(announced->since, asked.wallReceived))
                announced->since = asked.wallReceived;
            found->second.waiter = {std::move(*announced), asked.received, asked.sent};
        }
        Record& record = found->second;
        // One id is one wait, so it lasted in between.
        record.waiter.from = std::min(record.waiter.from, asked.received);
        record.waiter.until = std::max(record.waiter.until, asked.sent);
        record.masters |= masterBit(master);
        record.answer = answer;
    }
    removeUnnamed(master, answer);
}

void WaitBook::forget(std::size_t master)
{
    removeUnnamed(master, ++m_answers);
    m_library.forget(master);
}

void WaitBook::removeUnnamed(std::size_t master, std::uint64_t answer)
{
    for (auto& [channel, record] : m_waiters) {
        if (record.answer != answer)
            record.masters &= ~masterBit(master);
    }
    std::erase_if(m_waiters, [](const auto& entry) { return entry.second.masters == 0; });
}

std::vector<Waiter> WaitBook::waiters() const
{
    std::vector<Waiter> waiters;
    waiters.reserve(m_waiters.size());
    for (const auto& [channel, record] : m_waiters)
        waiters.push_back(record.waiter);
    m_library.appendTo(waiters);
    std::ranges::stable_sort(
        waiters, {}, [](const Waiter& waiter) { return waiter.announced.since; });
    return waiters;
}

namespace {

constexpr std::size_t kMostChannelsACall = 500;
/// Beyond this, only known: somebody listens.
constexpr std::size_t kMostNumbers = 2 * kMostChannelsACall;
constexpr std::size_t kMostBlocking = 1000;

std::optional<std::size_t> blockedClients(std::string_view info)
{
    constexpr std::string_view kField = "\nblocked_clients:";
    const std::size_t at = info.find(kField);
    if (at == std::string_view::npos)
        return std::nullopt;
    info.remove_prefix(at + kField.size());
    return leadingNumber<std::size_t>(info);
}

} // namespace

LibraryPoll::LibraryPoll(Access access, std::chrono::milliseconds timeout)
    : m_access(access)
    , m_timeout(timeout)
{ }

bool LibraryPoll::hasAskedAll() const
{
    const WaitableLocks& locks = m_access.board.keys().waitable();
    return (m_hasAskedBlocked || locks.blocking().empty())
        && std::ranges::all_of(locks.channels(), [&](const auto& kind) {
               return std::ranges::find(m_asked, kind.first) != m_asked.end();
           });
}

void LibraryPoll::ask(std::function<void()> done)
{
    m_done = std::move(done);
    m_slowest = {};
    m_asked.clear();
    m_shared.clear();
    m_unnamed.clear();
    m_channels = {.names = {}, .sent = m_access.clock.now()};
    m_hasNumbers = false;
    m_parts = 1;
    askChannels();
    askBlocked();
    endPart(m_access.clock.now());
}

void LibraryPoll::send(const redis::Command& command, OnReply onReply)
{
    ++m_parts;
    const SteadyTime sent = m_access.clock.now();
    m_access.transport.send(command, m_timeout,
        m_lifetime.guard(
            [this, sent, onReply = std::move(onReply)](const Result<redis::Reply>& reply) {
                if (reply)
                    onReply(*reply);
                endPart(sent);
            }));
}

void LibraryPoll::endPart(SteadyTime sent)
{
    const SteadyTime now = m_access.clock.now();
    m_slowest = std::max(m_slowest, now - sent);
    if (--m_parts > 0)
        return;
    if (!std::exchange(m_hasNumbers, true)) {
        m_channels.received = now;
        m_parts = 1;
        askNumbers();
        return endPart(now);
    }
    m_access.waits.noteChannels(m_access.index, m_areChannelsTold ? &m_channels : nullptr);
    m_access.waits.noteUnnamed(m_access.index, std::move(m_unnamed));
    std::exchange(m_done, {})();
}

void LibraryPoll::askChannels()
{
    for (const auto& [begins, locks] : m_access.board.keys().waitable().channels())
        m_asked.push_back(begins);
    // Refused or lost until answered.
    auto missing = std::make_shared<std::size_t>(m_asked.size());
    m_areChannelsTold = false;
    for (const std::string& begins : m_asked) {
        send({"PUBSUB", "CHANNELS", begins + "*"},
            [this, begins, missing](const redis::Reply& reply) {
                m_areChannelsTold = --*missing == 0;
                for (const redis::Reply& channel : reply.elements) {
                    if (auto shared = sharedChannel(channel.text, begins))
                        m_shared.push_back(std::move(*shared));
                    m_channels.names.insert(channel.text);
                }
            });
    }
}

std::optional<LibraryPoll::Shared> LibraryPoll::sharedChannel(
    const std::string& channel, std::string_view begins) const
{
    if (!channel.starts_with(begins))
        return std::nullopt;
    std::string name = channel.substr(begins.size());
    const bool isTagged = name.size() > 2 && name.front() == '{' && name.back() == '}';
    // A library may add braces to keep its keys in one slot.
    const std::string inner = isTagged ? name.substr(1, name.size() - 2) : std::string();
    // Redisson's permits are in a key with a suffix.
    for (const std::string& candidate : {inner, name, name + ":timeout"}) {
        const LockEntryPtr entry = candidate.empty() ? nullptr : m_access.board.find(candidate);
        const FormatPtr format = entry ? entry->packedLock.format() : nullptr;
        if (format && format->waits.channel && format->waits.channel(candidate) == channel)
            return Shared{channel, entry->resource, format->name};
    }
    return std::nullopt;
}

void LibraryPoll::askNumbers()
{
    for (const Shared& shared : m_shared)
        m_unnamed[shared.resource] = {shared.library, {.least = 1, .most = WaitCount::kUnbounded}};
    for (std::size_t at = 0; at < std::min(m_shared.size(), kMostNumbers);
         at += kMostChannelsACall) {
        const std::size_t end = std::min(m_shared.size(), at + kMostChannelsACall);
        std::vector<std::string_view> command{"PUBSUB", "NUMSUB"};
        for (std::size_t i = at; i < end; ++i)
            command.push_back(m_shared[i].channel);
        send(redis::Command(command), [this, at, end](const redis::Reply& reply) {
            for (std::size_t i = at; i < end && 2 * (i - at) + 1 < reply.elements.size(); ++i) {
                const std::int64_t number = reply.elements[2 * (i - at) + 1].integer;
                if (number > 0)
                    m_unnamed[m_shared[i].resource].count.least = static_cast<std::size_t>(number);
                else
                    m_unnamed.erase(m_shared[i].resource);
            }
        });
    }
}

void LibraryPoll::askBlocked()
{
    m_hasAskedBlocked = !m_access.board.keys().waitable().blocking().empty();
    if (m_hasAskedBlocked)
        send({"INFO", "clients"}, [this](const redis::Reply& reply) { noteBlocked(reply.text); });
}

/// Any blocked client may wait for any of these locks, or something else.
void LibraryPoll::noteBlocked(const std::string& info)
{
    const std::size_t blocked = blockedClients(info).value_or(0);
    if (blocked == 0)
        return;
    std::size_t count = 0;
    for (const auto& [resource, library] : m_access.board.keys().waitable().blocking()) {
        if (++count > kMostBlocking)
            break;
        const LockEntryPtr entry = m_access.board.find(resource.value());
        if (entry && entry->votes.cell(m_access.index).state == VoteState::Held)
            m_unnamed[resource] = {library, {.least = 0, .most = blocked}};
    }
}

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kInterval{1000};
/// At most a fiftieth of the server's time.
constexpr int kPauseFactor = 50;

} // namespace

WaitPoll::WaitPoll(Access access, Options options)
    : m_access(access)
    , m_options(std::move(options))
    , m_library({access.transport, access.clock, access.board, access.book.library(), access.index},
          m_options.timeout)
{ }

void WaitPoll::tick()
{
    const SteadyTime now = m_access.clock.now();
    if (m_parts > 0 || now < m_next)
        return;
    m_asked = now;
    m_parts = 2;
    m_access.transport.send({"PUBSUB", "CHANNELS", std::string(lock::kWaitChannelPrefix) + "*"},
        m_options.timeout,
        m_lifetime.guard([this, now](const Result<redis::Reply>& reply) { onReply(reply, now); }));
    m_library.ask([this] { endPart(); });
}

void WaitPoll::hurry(milliseconds within)
{
    if (!m_error)
        m_next = std::min(m_next, m_access.clock.now() + within);
}

void WaitPoll::onLoss()
{
    m_answers = 0;
    m_next = {};
    m_access.book.forget(m_access.index);
}

bool WaitPoll::hasAskedAll() const
{
    return m_parts == 0 && m_library.hasAskedAll()
        && !m_access.book.library().isUnheard(m_access.index);
}

void WaitPoll::onReply(const Result<redis::Reply>& reply, SteadyTime sent)
{
    const SteadyTime now = m_access.clock.now();
    const WaitBook::Asked asked{sent, now, m_access.clock.wallNow()};
    m_took = now - sent;
    if (!reply) {
        m_access.book.note(m_access.index, asked, {});
        m_error = explainRefusal(reply.error(), {m_options.user, {}, {}});
    } else {
        m_error.reset();
        std::vector<std::string> channels;
        for (const redis::Reply& channel : reply->elements)
            channels.push_back(channel.text);
        m_access.book.note(m_access.index, asked, channels);
    }
    endPart();
}

void WaitPoll::endPart()
{
    if (--m_parts > 0)
        return;
    ++m_answers;
    const SteadyTime now = m_access.clock.now();
    if (m_error)
        m_next = now + (isDefinite(m_error->kind) ? m_options.retryRefused : kInterval);
    else
        m_next = std::max(
            m_asked + kInterval, now + kPauseFactor * std::max(m_took, m_library.slowest()));
    m_access.onAnswer();
}

} // namespace lockkeeper::observe
