// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/typed_voters.h"

#include "core/text/percent.h"
#include "core/text/split.h"

#include <absl/strings/ascii.h>
#include <span>
#include <utility>

namespace lockkeeper::config {
namespace {

constexpr std::string_view kSchemeEnd = "://";

/// The words of a line, as a shell would split it.
std::vector<std::string> wordsOf(std::string_view line)
{
    std::vector<std::string> words;
    std::string word;
    bool isWord = false;
    char quote = 0;
    for (const char c : line) {
        if (quote != 0 ? c == quote : c == '\'' || c == '"') {
            quote = quote != 0 ? '\0' : c;
            isWord = true;
        } else if (quote == 0 && absl::ascii_isspace(static_cast<unsigned char>(c))) {
            if (isWord)
                words.push_back(std::exchange(word, {}));
            isWord = false;
        } else {
            word += c;
            isWord = true;
        }
    }
    if (isWord)
        words.push_back(word);
    return words;
}

bool isCli(std::string_view word)
{
    const std::string_view name = word.substr(word.rfind('/') + 1); // npos + 1 is 0
    return name == "redis-cli" || name == "valkey-cli";
}

/// An address with what stands before its last @ as the login.
TypedVoter fromAddress(std::string_view word)
{
    const std::size_t scheme = word.find(kSchemeEnd);
    const bool isUrl = scheme != std::string_view::npos;
    const std::size_t start = isUrl ? scheme + kSchemeEnd.size() : 0;
    const std::size_t at = word.rfind('@');
    if (at == std::string_view::npos || at < start)
        return {.address = std::string(word)};
    const std::string_view login = word.substr(start, at - start);
    const std::size_t colon = login.find(':');
    const auto plain = [isUrl](std::string_view text) {
        return isUrl ? percentDecode(text).value_or(std::string(text)) : std::string(text);
    };
    TypedVoter voter{.address = std::string(word.substr(0, start)).append(word.substr(at + 1)),
        .user = plain(login.substr(0, colon))};
    if (colon != std::string_view::npos)
        voter.password = Secret(plain(login.substr(colon + 1)));
    return voter;
}

/// What redis-cli was told by its options.
struct Options {
    std::string host = "127.0.0.1";
    std::string port = "6379";
    std::string database;
    std::string socket;
    bool hasTls = false;
    TypedVoter voter{}; ///< of a URL, and with the login

    /// False: `name` is no option with a value.
    bool take(std::string_view name, const std::string& value)
    {
        if (name == "-h")
            host = value.find(':') == std::string::npos ? value : "[" + value + "]";
        else if (name == "-p")
            port = value;
        else if (name == "-s")
            socket = value;
        else if (name == "-n")
            database = value;
        else if (name == "-u")
            voter = fromAddress(value);
        else if (name == "-a" || name == "--pass")
            voter.password = Secret(value);
        else if (name == "--user")
            voter.user = value;
        else
            return name == "--cacert" || name == "--cert" || name == "--key" || name == "--sni";
        return true;
    }

    [[nodiscard]] TypedVoter whole() &&
    {
        if (!voter.address.empty())
            return std::move(voter);
        if (!socket.empty())
            voter.address
                = "unix://" + socket + (database.empty() ? std::string() : "?db=" + database);
        else
            voter.address = (hasTls ? "rediss://" : "") + host + ":" + port
                + (database.empty() ? std::string() : "/" + database);
        return std::move(voter);
    }
};

/// `words`: those after the program's name. Takes the options from their beginning.
TypedVoter fromOptions(std::span<const std::string>& words)
{
    Options options;
    while (!words.empty() && words.front().starts_with('-')) {
        const bool hasValue = words.size() > 1 && options.take(words[0], words[1]);
        options.hasTls = options.hasTls || words[0] == "--tls";
        words = words.subspan(hasValue ? 2 : 1);
    }
    return std::move(options).whole();
}

} // namespace

std::vector<TypedVoter> typedVoters(std::string_view text)
{
    std::vector<TypedVoter> voters;
    for (const std::string_view line : split(text, '\n')) {
        const std::vector<std::string> all = wordsOf(line);
        bool isCommand = false; // what follows the options of redis-cli
        for (std::span<const std::string> words(all); !words.empty();) {
            const std::string& word = words.front();
            words = words.subspan(1);
            if (isCli(word)) {
                voters.push_back(fromOptions(words));
                isCommand = true;
                continue;
            }
            if (isCommand)
                continue;
            if (word.find(kSchemeEnd) != std::string::npos) {
                std::string url = word; // a list of servers may have blanks
                for (; url.ends_with(',') && !words.empty(); words = words.subspan(1))
                    url += words.front();
                voters.push_back(fromAddress(url));
                continue;
            }
            for (const std::string_view part : split(word, ',')) {
                if (!part.empty())
                    voters.push_back(fromAddress(part));
            }
        }
    }
    return voters;
}

} // namespace lockkeeper::config
