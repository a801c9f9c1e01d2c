// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/http_text.h"
#include "tests/fuzz/target.h"

#include <algorithm>

// Whatever a client sends as the head of a request: it can be understood, and then each field is
// a value that stands in it, or the client is told that it can't.
namespace lockkeeper::fuzz {
namespace {

constexpr std::string_view kEndOfHead = "\r\n\r\n";

bool isPlain(const std::string& text)
{
    return std::ranges::none_of(text,
        [](char c) { return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f'; });
}

void run(std::string_view input)
{
    // As the server cuts it.
    constexpr std::size_t kLongest = 8000;
    std::string head(input.substr(0, std::min(input.find(kEndOfHead), kLongest)));
    head += kEndOfHead;
    const ctl::Question question = ctl::questionIn(head);
    check(question.fault == 0 || question.fault == 400
            || (question.fault == 413 && question.bodyLength > ctl::kLongestBody),
        "what can't be understood is the client's fault");
    check(!question.isBusy, "a head says nothing of the server");
    check(question.method.empty() || head.starts_with(question.method + ' '),
        "the method is the first word");
    for (const std::string* field : {&question.host, &question.authorization, &question.accept,
             &question.lastEventId, &question.origin, &question.cookie}) {
        check(head.find(*field) != std::string::npos, "a value stands in the head as it is");
        check(isPlain(*field), "a value has no control characters");
        check(field->empty() || (field->front() != ' ' && field->back() != ' '),
            "blanks around a value are none of it");
    }
    if (question.fault != 0)
        return;
    check(head.find(" HTTP/1.") != std::string::npos, "a request names its version");
    check(!question.method.empty(), "a request has a method");
    check(question.bodyLength == 0
            || (question.bodyLength <= ctl::kLongestBody && question.method == "POST"
                && question.path == ctl::kLoginPath),
        "only a login has a body, and a short one");
    const std::string answer = ctl::headOf({.status = 200, .type = "text/plain"});
    check(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with(kEndOfHead)
            && answer.find(kEndOfHead) == answer.size() - kEndOfHead.size(),
        "an answer has one head");
}

const Target kTarget("request_head", run);

} // namespace
} // namespace lockkeeper::fuzz
