// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/board_wire.h"
#include "core/observe/board/freshness.h"
#include "core/text/display_safe.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

// What a window reads from an agent: any bytes are a stream or a mistake, however they are cut into
// pieces. What is read can be counted and shown, and what is written of it is read as the same.
namespace lockkeeper::fuzz {
namespace {

using agent::BoardReader;
using agent::SentUpdate;

constexpr SteadyTime kNow{std::chrono::hours(1)};

void checkEntry(const observe::LockEntry& entry)
{
    check(observe::describedToken(entry.votes).has_value(), "a lock has a token");
    (void)entry.countVotes();
    const observe::DecodedLock lock = entry.unpackLock();
    for (const Fingerprint& token : entry.tokens())
        (void)entry.unpackLock(token);
    for (const observe::Vote& vote : entry.votes)
        check(vote.token.has_value() == (vote.state == observe::VoteState::Held),
            "who holds it stores a token");
    for (std::size_t i = 0; i < entry.votes.size(); ++i)
        (void)entry.votes.heldUntil(i);
    checkDisplayable(lock.format);
    checkDisplayable(lock.holder.detail.value_or(""));
}

void checkUpdate(const SentUpdate& message)
{
    for (const observe::LockEntryPtr& entry : message.update.changed) {
        check(entry->votes.size() == message.update.masters.size(), "all masters vote");
        checkEntry(*entry);
    }
    for (const observe::Deadlock& deadlock : message.update.waits->deadlocks()) {
        for (const auto& link : deadlock.links)
            (void)message.update.waits->waiters().at(link.waiter);
    }
    BoardReader reader(kNow);
    const agent::Hello hello{.run = "r", .sent = kNow, .masters = {{MasterId("a"), "u"}}};
    SentUpdate again = message;
    again.sent = kNow;
    const std::string bytes = agent::writeUpdate(again);
    check(reader.take(agent::writeHello(hello), kNow).has_value(), "a hello is read");
    const auto read = reader.take(bytes, kNow);
    check(read && read->size() == 1, "what was written is read");
    check(agent::writeUpdate(std::get<SentUpdate>(read->front())) == bytes, "as the same");
}

/// All messages up to the first mistake.
std::vector<BoardReader::Message> messagesIn(std::string_view input, std::size_t piece)
{
    BoardReader reader(kNow);
    std::vector<BoardReader::Message> messages;
    for (std::size_t i = 0; i < input.size(); i += piece) {
        auto read = reader.take(input.substr(i, piece), kNow);
        if (!read) {
            checkPrintable(displaySafe(read.error().text));
            break;
        }
        for (BoardReader::Message& message : *read)
            messages.push_back(std::move(message));
    }
    return messages;
}

void appendFrame(std::string& out, char kind, std::string_view content)
{
    out += kind;
    out += {0, 0, static_cast<char>(content.size() >> 8U), static_cast<char>(content.size())};
    out += content;
}

/// An update of the frames that the input consists of: the length of the first one, in two bytes,
/// and both. So a change of the input need not hit the lengths that a stream has.
std::string framed(std::string_view input)
{
    const agent::Hello hello{.run = "r", .sent = kNow, .masters = {{MasterId("a"), "u"}}};
    std::string stream = agent::writeHello(hello);
    if (input.size() < 2 || input.size() > 60'000)
        return stream;
    const std::size_t length
        = static_cast<unsigned char>(input[0]) * 256U + static_cast<unsigned char>(input[1]);
    input.remove_prefix(2);
    appendFrame(stream, 'U', input.substr(0, length));
    if (input.size() > length)
        appendFrame(stream, 'L', input.substr(length));
    return stream;
}

void checkStream(std::string_view input)
{
    const auto messages = messagesIn(input, 7);
    for (const BoardReader::Message& message : messages) {
        if (const auto* update = std::get_if<SentUpdate>(&message))
            checkUpdate(*update);
    }
    const auto atOnce = messagesIn(input, input.size() + 1);
    check(atOnce.size() <= messages.size(), "pieces make no difference, but for a mistake");
}

void run(std::string_view input)
{
    checkStream(input);
    checkStream(framed(input));
}

const Target kTarget("board_stream", run);

} // namespace
} // namespace lockkeeper::fuzz
