// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/wake_event.h"
#include "app/ctl/serve/exchange.h"
#include "tests/fuzz/target.h"

#include <array>
#include <map>
#include <sys/socket.h>

// Whatever a client sends as the head of a request, it is asked once what to answer, and the client
// gets that answer, once. Nothing that it sent is in it.
namespace lockkeeper::fuzz {
namespace {

constexpr std::string_view kEndOfHead = "\r\n\r\n";

/// What happened to a request.
struct Exchanged {
    std::vector<ctl::Question> questions;
    std::string received;
};

ctl::Answer answerTo(const ctl::Question& question)
{
    ctl::Answer answer;
    answer.status = question.fault == 0 ? 200 : question.fault;
    answer.text = std::make_shared<const std::string>("a text\n");
    return answer;
}

Exchanged exchange(std::string head)
{
    std::array<int, 2> ends{};
    check(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()) == 0,
        "the system gives sockets");
    const UniqueFd other(ends[1]);
    const ctl::WakeEvent stop;
    Exchanged exchanged;
    {
        ctl::ClientSocket client{UniqueFd(ends[0]), stop.descriptor()};
        ctl::answerRequest(
            [&](const ctl::Question& question) {
                exchanged.questions.push_back(question);
                return answerTo(question);
            },
            client, {std::move(head)});
    }
    std::array<char, 4096> piece{};
    while (true) {
        const auto count = ::recv(other.get(), piece.data(), piece.size(), 0);
        check(count >= 0, "the connection is closed");
        if (count == 0)
            return exchanged;
        exchanged.received.append(piece.data(), static_cast<std::size_t>(count));
    }
}

/// The answer to a plain request with this status.
const std::string& plainAnswer(int fault)
{
    static std::map<int, std::string> answers;
    std::string& known = answers[fault];
    if (known.empty()) {
        known = exchange(fault == 0 ? "GET / HTTP/1.1\r\n\r\n" : "G\r\n\r\n").received;
        const auto from = known.find(' ') + 1;
        known.replace(from, known.find('\r') - from, "status");
    }
    return known;
}

void run(std::string_view input)
{
    // As the server cuts it.
    constexpr std::size_t kLongest = 8000;
    std::string head(input.substr(0, std::min(input.find(kEndOfHead), kLongest)));
    head += kEndOfHead;
    const Exchanged exchanged = exchange(head);
    check(exchanged.questions.size() == 1, "a request is asked about once");
    const ctl::Question& question = exchanged.questions.front();
    check(question.fault == 0 || (question.fault >= 400 && question.fault < 500),
        "what can't be understood is the client's fault");
    std::string received = exchanged.received;
    check(received.starts_with("HTTP/1.1 "), "an answer has a status");
    const auto from = received.find(' ') + 1;
    check(received.substr(from, 3) == std::to_string(answerTo(question).status),
        "the status is that of the answer");
    received.replace(from, received.find('\r') - from, "status");
    std::string expected = plainAnswer(question.fault);
    if (question.method == "HEAD")
        expected.resize(expected.find(kEndOfHead) + kEndOfHead.size());
    check(received == expected, "nothing else is in the answer");
}

const Target kTarget("request_head", run, 20);

} // namespace
} // namespace lockkeeper::fuzz
