// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/http_text.h"

#include "core/text/ascii.h"
#include "core/text/number.h"
#include "core/text/percent.h"
#include "core/text/split.h"

#include <algorithm>
#include <array>
#include <map>

namespace lockkeeper::ctl {
namespace {

constexpr int kBadRequest = 400;
constexpr int kTooLong = 413;
constexpr std::string_view kLineEnd = "\r\n";

/// A method or header name (RFC 9110, 5.6.2).
bool isToken(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return isAsciiAlphanumeric(c)
            || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
    });
}

/// No control characters that make a line invalid (RFC 9110, 5.5).
bool isPlain(std::string_view line)
{
    return std::ranges::all_of(line, [](char c) { return c == '\t' || !isAsciiControl(c); });
}

bool isMethod(std::string_view method)
{
    constexpr std::array<std::string_view, 9> kMethods{
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"};
    return std::ranges::find(kMethods, method) != kMethods.end();
}

bool readRequestLine(std::string_view line, Question& question)
{
    const std::string_view method = takeUntil(line, " ");
    const std::string_view target = takeUntil(line, " ");
    if (!isMethod(method) || target.empty() || (line != "HTTP/1.1" && line != "HTTP/1.0"))
        return false;
    question.method = method;
    const auto path = percentDecode(target.substr(0, target.find_first_of("?#")));
    question.path = path.value_or(std::string());
    return path.has_value();
}

/// False if invalid or repeated: a proxy may have read the other one.
bool readHeader(std::string_view line, Question& question, std::vector<const std::string*>& seen)
{
    const std::string_view name = takeUntil(line, ":");
    if (!isToken(name))
        return false;
    const std::string lower = toAsciiLower(name);
    if (lower == "content-length" && question.method == "POST" && question.path == kLoginPath) {
        const auto length = numberIn<std::size_t>(trimmed(line));
        if (!length || question.bodyLength != 0)
            return false;
        question.bodyLength = *length;
    }
    std::string* const value = lower == "host" ? &question.host
        : lower == "authorization"             ? &question.authorization
        : lower == "accept"                    ? &question.accept
        : lower == "last-event-id"             ? &question.lastEventId
        : lower == "origin"                    ? &question.origin
        : lower == "cookie"                    ? &question.cookie
                                               : nullptr;
    if (value == nullptr)
        return true;
    const bool isFirst = std::ranges::find(seen, value) == seen.end();
    if (isFirst)
        *value = trimmed(line);
    seen.push_back(value);
    return isFirst || value == &question.accept;
}

const char* reasonOf(int status)
{
    static const std::map<int, const char*> kReasons{{200, "OK"}, {204, "No Content"},
        {308, "Permanent Redirect"}, {400, "Bad Request"}, {401, "Unauthorized"},
        {403, "Forbidden"}, {404, "Not Found"}, {405, "Method Not Allowed"},
        {413, "Content Too Large"}, {431, "Request Header Fields Too Large"},
        {503, "Service Unavailable"}};
    const auto found = kReasons.find(status);
    return found == kReasons.end() ? "Unknown" : found->second;
}

} // namespace

Question questionIn(std::string_view head)
{
    for (std::string_view rest = head; !rest.empty();) {
        // Others may parse such a request differently, so nothing of it counts, least of all its
        // token.
        if (!isPlain(takeUntil(rest, kLineEnd)))
            return {.fault = kBadRequest};
    }
    Question question;
    std::vector<const std::string*> seen;
    bool isClear = readRequestLine(takeUntil(head, kLineEnd), question);
    while (isClear && !head.empty()) {
        const std::string_view line = takeUntil(head, kLineEnd);
        if (line.empty())
            break;
        isClear = line.find(':') != line.npos && readHeader(line, question, seen);
    }
    if (!isClear)
        question.fault = kBadRequest;
    else if (question.bodyLength > kLongestBody)
        question.fault = kTooLong;
    return question;
}

std::string headOf(const Answer& answer)
{
    std::map<std::string, std::string> headers(answer.headers.begin(), answer.headers.end());
    headers["Accept-Ranges"] = "none";
    headers["Cache-Control"] = "no-store";
    headers["Connection"] = "close";
    headers["Content-Type"] = answer.type;
    headers.emplace("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    headers["Cross-Origin-Resource-Policy"] = "same-origin";
    headers["Referrer-Policy"] = "no-referrer";
    headers["X-Content-Type-Options"] = "nosniff";
    if (answer.text)
        headers["Content-Length"] = std::to_string(answer.text->size());
    std::string head
        = "HTTP/1.1 " + std::to_string(answer.status) + ' ' + reasonOf(answer.status) + "\r\n";
    for (const auto& [name, value] : headers)
        head.append(name).append(": ").append(value).append(kLineEnd);
    return head.append(kLineEnd);
}

} // namespace lockkeeper::ctl
