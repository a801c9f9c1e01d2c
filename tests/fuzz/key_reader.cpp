// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/reading/key_reader.h"
#include "core/observe/board/board.h"
#include "core/redis/error_reply.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/recognition.h"
#include "tests/fuzz/target.h"
#include "tests/support/no_processes.h"

#include <deque>

// A server that answers a reader of keys with whatever the input holds: each key is told once,
// within its bounds, and a board takes what is made of it.
namespace lockkeeper::fuzz {
namespace {

using observe::KeyReading;
using redis::Reply;

class FixedClock final : public Clock {
public:
    [[nodiscard]] SteadyTime now() const noexcept override
    {
        return SteadyTime(std::chrono::hours(1));
    }
    [[nodiscard]] WallTime wallNow() const noexcept override
    {
        return WallTime(std::chrono::seconds(1'795'262'400));
    }
};

/// Answers in the input's order, then not at all.
class Server final : public redis::Transport {
public:
    explicit Server(std::string_view bytes)
        : m_replies(repliesIn(bytes))
    { }
    [[nodiscard]] const MasterId& master() const noexcept override { return m_id; }
    [[nodiscard]] redis::LinkStatus status() const override { return {}; }
    void send(const redis::Command&, std::chrono::milliseconds, Handler handler) override
    {
        m_waiting.push_back(std::move(handler));
    }
    void answerAll()
    {
        while (!m_waiting.empty()) {
            const Handler handler = std::move(m_waiting.front());
            m_waiting.pop_front();
            handler(next());
        }
    }

private:
    Result<Reply> next()
    {
        if (m_next == m_replies.size())
            return fail(ErrorClass::Timeout, "no reply in time", m_id);
        Reply& reply = m_replies[m_next++];
        if (reply.type == Reply::Type::Error)
            return tl::make_unexpected(redis::errorFromReply(reply.text, m_id));
        return std::move(reply);
    }

    MasterId m_id{"a"};
    std::vector<Reply> m_replies;
    std::size_t m_next = 0;
    std::deque<Handler> m_waiting;
};

void checkReading(const KeyReading& reading)
{
    check(reading.value.size() <= KeyReading::kMaxValue, "a value is bounded");
    check(reading.fields.size() <= KeyReading::kMaxFields, "fields are bounded");
    check(!reading.queue || reading.queue->elements.size() <= observe::QueueReading::kMost,
        "a queue is bounded");
    check(!reading.ttl || reading.ttl->count() >= 0, "a TTL is not negative");
    checkRecognition(allFormats(), reading);
}

void run(std::string_view input)
{
    const FixedClock clock;
    const test::NoProcesses processes;
    Server server(input);
    observe::Board board({MasterId("a")}, allFormats(), clock, observe::EvidenceRules{processes});
    const auto queueOf = [](const KeyReading& reading) {
        return std::optional(observe::WaitQueue{"queue:" + reading.key, "times:" + reading.key});
    };
    observe::KeyReader reader(server, clock, std::chrono::seconds(1), {.of = queueOf});
    std::vector<std::string> told;
    bool isDone = false;
    bool isAnyOver = false;
    board.beginSweep(0);
    reader.read(
        {"lock:a", "own:b"},
        [&](KeyReading& reading, const Error* error) {
            told.push_back(reading.key);
            if (error != nullptr)
                return board.fail(0, reading.key, *error);
            checkReading(reading);
            isAnyOver = isAnyOver || reading.ttl == std::chrono::milliseconds(0);
            board.read(0, reading);
        },
        [&] { isDone = true; });
    server.answerAll();
    std::ranges::sort(told);
    check(told == std::vector<std::string>{"lock:a", "own:b"}, "each key is told once");
    check(isDone, "the reader ends");
    board.endSweep(0);
    check(isAnyOver || board.takeExpired().empty(), "a vote that has just been read is not over");
    for (const auto& entry : board.take().changed)
        checkDisplayable(entry->resource.value());
}

const Target kTarget("key_reader", run);

} // namespace
} // namespace lockkeeper::fuzz
