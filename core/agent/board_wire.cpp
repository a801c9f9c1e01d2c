// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/board_wire.h"

#include "core/agent/wire_board.h"
#include "core/text/percent.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <span>

namespace lockkeeper::agent {
namespace {

constexpr char kHelloFrame = 'H';
constexpr char kUpdateFrame = 'U';
constexpr char kLocksFrame = 'L';
constexpr std::size_t kHead = 5; ///< bytes before a frame's content
constexpr std::size_t kLocksPerFrame = 500;

/// The earliest time that a vote stores: see keepInOrder().
constexpr SteadyTime kEarliest{std::chrono::milliseconds(1)};

void appendFrame(std::string& out, char kind, std::string_view content)
{
    constexpr unsigned kByte = 8;
    out += kind;
    for (unsigned shift = 4 * kByte; shift != 0; shift -= kByte)
        out += static_cast<char>(content.size() >> (shift - kByte) & 0xFFU);
    out += content;
}

std::size_t lengthIn(std::string_view head)
{
    constexpr unsigned kByte = 8;
    std::size_t length = 0;
    for (const char byte : head.substr(1, kHead - 1))
        length = length << kByte | static_cast<unsigned char>(byte);
    return length;
}

/// Has a meaning of its own, and is not a time.
bool isMark(SteadyTime time) noexcept
{
    return time == SteadyTime::min() || time == SteadyTime::max();
}

template <Wire W> void passHello(W& wire, typename W::template Of<Hello>& hello)
{
    passAll(wire, hello.run, hello.sent, hello.name, hello.deploymentClass, hello.isSandbox,
        hello.patterns, hello.interval);
    passList(wire, hello.masters, [&](auto& master) { passAll(wire, master.id, master.label); });
}

template <Wire W>
void passUnnamed(W& wire, typename W::template Of<observe::UnnamedWaiters>& unnamed)
{
    passAll(wire, unnamed.library, unnamed.count);
}

void passWaits(WireWriter& wire, const observe::Waits& waits)
{
    pass(wire, waits.waiters());
    pass(wire, waits.deadlocks());
    wire.number(waits.unnamed().size());
    for (const auto& [resource, unnamed] : waits.unnamed()) {
        pass(wire, resource);
        passUnnamed(wire, unnamed);
    }
}

observe::WaitsPtr readWaits(WireReader& wire)
{
    std::vector<observe::Waiter> waiters;
    std::vector<observe::Deadlock> deadlocks;
    observe::UnnamedByResource unnamed;
    passAll(wire, waiters, deadlocks);
    const std::uint64_t count = wire.number();
    for (std::uint64_t i = 0; i < count && wire.isGood(); ++i) {
        Resource resource;
        pass(wire, resource);
        passUnnamed(wire, unnamed[resource]);
    }
    for (const observe::Deadlock& deadlock : deadlocks) {
        for (const observe::Deadlock::Link& link : deadlock.links)
            wire.expect(link.waiter < waiters.size());
    }
    if (!wire.isGood())
        return observe::noWaits();
    return std::make_shared<const observe::Waits>(
        std::move(waiters), std::move(deadlocks), std::move(unnamed));
}

/// Votes can't store times before this host's start. Makes such a time as old as possible: on its
/// side of `since`, with the same end of its TTL.
void keepInOrder(observe::VoteParts::Cell& cell, SteadyTime since)
{
    if (cell.readAt >= kEarliest || cell.readAt == SteadyTime{})
        return;
    const SteadyTime stored = cell.readAt >= since ? kEarliest : SteadyTime{};
    if (cell.ttl)
        cell.ttl = observe::ttlAt(*cell.ttl, cell.readAt, stored);
    cell.readAt = stored;
}

void writeLocks(WireWriter& wire, const SentUpdate& message, std::size_t from)
{
    const auto part = [from](const auto& list) {
        const std::size_t begin = std::min(from, list.size());
        const std::size_t end = std::min(from + kLocksPerFrame, list.size());
        return std::span(list).subspan(begin, end - begin);
    };
    FormatWriter formats;
    passList(wire, part(message.update.changed), [&](const observe::LockEntryPtr& entry) {
        passEntry(wire, *entry, formats);
        pass(wire, observe::VoteParts::of(entry->votes));
    });
    const auto passName = [&](const Resource& name) { pass(wire, name); };
    passList(wire, part(message.update.gone), passName);
    passList(wire, part(message.update.lost), passName);
}

Error brokenStream()
{
    return {ErrorClass::Unsupported,
        trNoop("this is no agent: use the URL that `lockctl serve` prints", "data"), {}};
}

} // namespace

Hello Hello::of(const config::Deployment& deployment, std::string run, SteadyTime now)
{
    Hello hello{.run = std::move(run),
        .sent = now,
        .name = deployment.name,
        .deploymentClass = deployment.deploymentClass,
        .isSandbox = deployment.isSandbox,
        .patterns = deployment.patterns,
        .interval = deployment.interval};
    for (const config::MasterConfig& master : deployment.masters)
        hello.masters.push_back({master.id, master.label()});
    return hello;
}

std::string writeHello(const Hello& hello)
{
    WireWriter wire;
    pass(wire, hello.version);
    passHello(wire, hello);
    std::string out;
    appendFrame(out, kHelloFrame, wire.take());
    return out;
}

std::string writeUpdate(const SentUpdate& message)
{
    const observe::BoardUpdate& update = message.update;
    const std::size_t longest
        = std::max({update.changed.size(), update.gone.size(), update.lost.size()});
    const std::uint64_t frames = (longest + kLocksPerFrame - 1) / kLocksPerFrame;
    WireWriter wire;
    passAll(wire, message.sent, message.number, message.isWhole, message.areWaitsKept);
    passSummary(wire, update);
    if (!message.areWaitsKept)
        passWaits(wire, *update.waits);
    pass(wire, frames);
    std::string out;
    appendFrame(out, kUpdateFrame, wire.take());
    for (std::size_t from = 0; from < longest; from += kLocksPerFrame) {
        writeLocks(wire, message, from);
        appendFrame(out, kLocksFrame, wire.take());
    }
    return out;
}

Result<std::vector<BoardReader::Message>> BoardReader::take(std::string_view bytes, SteadyTime now)
{
    m_bytes += bytes;
    std::vector<Message> messages;
    std::string_view rest = m_bytes;
    while (rest.size() >= kHead) {
        const std::size_t length = lengthIn(rest);
        if (length > kLongestFrame)
            return tl::make_unexpected(brokenStream());
        if (rest.size() - kHead < length)
            break;
        if (!takeFrame(rest.front(), rest.substr(kHead, length), now, messages)) {
            if (!m_otherVersion)
                return tl::make_unexpected(brokenStream());
            return fail(ErrorClass::Unsupported,
                absl::Substitute(trNoop("the agent is of another version: it speaks $0, this "
                                        "window $1",
                                     "data"),
                    *m_otherVersion, kWireVersion));
        }
        rest.remove_prefix(kHead + length);
    }
    m_bytes.erase(0, m_bytes.size() - rest.size());
    return messages;
}

bool BoardReader::takeFrame(
    char kind, std::string_view bytes, SteadyTime now, std::vector<Message>& messages)
{
    if (!m_clocks)
        return kind == kHelloFrame && takeHello(bytes, now, messages);
    if (m_message ? kind != kLocksFrame || !takeLocks(bytes, now)
                  : kind != kUpdateFrame || !takeUpdate(bytes, now))
        return false;
    finishUpdate(messages);
    return true;
}

bool BoardReader::takeHello(std::string_view bytes, SteadyTime now, std::vector<Message>& messages)
{
    WireReader wire(bytes);
    Hello hello;
    pass(wire, hello.version);
    if (wire.isGood() && hello.version != kWireVersion) {
        m_otherVersion = hello.version;
        return false;
    }
    passHello(wire, hello);
    wire.expect(!hello.masters.empty() && hello.masters.size() <= config::kMostMasters);
    if (!wire.isDone() || isMark(hello.sent))
        return false;
    m_clocks.emplace(hello.sent, m_asked, now);
    messages.emplace_back(std::move(hello));
    return true;
}

bool BoardReader::takeUpdate(std::string_view bytes, SteadyTime now)
{
    SentUpdate message;
    WireReader head(bytes);
    pass(head, message.sent);
    if (!head.isGood() || isMark(message.sent))
        return false;
    m_clocks->note(message.sent, now);
    WireReader wire(bytes, m_clocks->offset(now));
    SteadyTime ignored;
    passAll(wire, ignored, message.number, message.isWhole, message.areWaitsKept);
    passSummary(wire, message.update);
    wire.expect(message.update.masters.size() <= config::kMostMasters);
    if (!message.areWaitsKept)
        message.update.waits = readWaits(wire);
    pass(wire, m_framesLeft);
    wire.expect(!(message.isWhole && message.areWaitsKept));
    if (!wire.isDone())
        return false;
    auto masters = std::make_shared<std::vector<MasterId>>();
    m_freshSince.clear();
    for (observe::MasterStatus& master : message.update.masters) {
        masters->push_back(master.id);
        SteadyTime& since = master.freshness.since;
        m_freshSince.push_back(since);
        if (since != SteadyTime::min())
            since = std::max(since, kEarliest);
    }
    if (!m_masters || *m_masters != *masters)
        m_masters = std::move(masters);
    m_message = std::move(message);
    return true;
}

bool BoardReader::readEntry(WireReader& wire, FormatReader& formats)
{
    auto entry = std::make_shared<observe::LockEntry>();
    observe::VoteParts parts;
    passEntry(wire, *entry, formats);
    pass(wire, parts);
    if (!wire.isGood() || parts.cells.size() != m_freshSince.size())
        return false;
    for (std::size_t i = 0; i < parts.cells.size(); ++i)
        keepInOrder(parts.cells[i], m_freshSince[i]);
    auto votes = parts.votesOf(m_masters);
    // A published lock has a token.
    if (!votes || parts.tokens.empty() || entry->packedLock.formatName().empty())
        return false;
    entry->votes = std::move(*votes);
    m_message->update.changed.push_back(std::move(entry));
    return true;
}

bool BoardReader::takeLocks(std::string_view bytes, SteadyTime now)
{
    WireReader wire(bytes, m_clocks->offset(now));
    FormatReader formats(m_formats);
    observe::BoardUpdate& update = m_message->update;
    const std::uint64_t entries = wire.number();
    for (std::uint64_t i = 0; i < entries; ++i) {
        if (!readEntry(wire, formats) || update.changed.size() > kMostLocks)
            return false;
    }
    for (std::vector<Resource>* const names : {&update.gone, &update.lost}) {
        std::vector<Resource> more;
        pass(wire, more);
        names->insert(names->end(), std::make_move_iterator(more.begin()),
            std::make_move_iterator(more.end()));
        wire.expect(names->size() <= kMostLocks);
    }
    if (!wire.isDone() || m_framesLeft == 0)
        return false;
    --m_framesLeft;
    return true;
}

void BoardReader::finishUpdate(std::vector<Message>& messages)
{
    if (m_framesLeft != 0)
        return;
    messages.emplace_back(std::move(*m_message));
    m_message.reset();
}

std::string pathOfDeployment(std::string_view name)
{
    return std::string(kDeploymentsPath) + "/" + percentEncodeField(name);
}

} // namespace lockkeeper::agent
