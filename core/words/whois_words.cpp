// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/whois_words.h"

#include "core/text/display_safe.h"
#include "core/words/master_words.h"
#include "core/words/time_words.h"

namespace lockkeeper::words {

using observe::Clue;

const char* clueText(Clue clue) noexcept
{
    switch (clue) {
    case Clue::SentToken:
        return "it sent the lock's token";
    case Clue::TokenNamesConnection:
        return "the token names this connection";
    case Clue::NameTellsHolder:
        return "its name holds what the token tells";
    case Clue::WroteKey:
        return "it wrote the lock as a holder does";
    case Clue::IdleSinceTaken:
        return "idle since the lock was taken";
    case Clue::UsedKey:
        return "it tries to take the lock, or uses it by a script";
    case Clue::MayHaveTaken:
        return "its last command may take locks";
    case Clue::ReadKey:
        break;
    }
    return "it looks at the lock, or deletes it";
}

std::string whyListedText(const observe::WhoisClient& client)
{
    std::string text = clueText(client.clue);
    if (client.commands > 0)
        text.append("; heard ")
            .append(std::to_string(client.commands))
            .append(client.commands == 1 ? " command, " : " commands, the last ")
            .append(displaySafe(client.lastCommand));
    return text;
}

std::string addressText(const observe::WhoisClient& client)
{
    std::string text = displaySafe(client.client.address);
    if (client.alike > 1)
        text.append(" (one of ").append(std::to_string(client.alike)).append(")");
    return text;
}

std::string observedWaiterText(const observe::WhoisClient& client)
{
    std::string text = addressText(client);
    if (!client.client.name.empty())
        text.append(" (").append(displaySafe(client.client.name)).append(")");
    return text.append(", heard to try ").append(countText(client.tries, "time"));
}

std::string clientLibraryText(const observe::ClientInfo& client)
{
    std::string text = displaySafe(client.library);
    if (!client.library.empty() && !client.libraryVersion.empty())
        text.append(" ").append(displaySafe(client.libraryVersion));
    return text;
}

std::string connectionText(const observe::Whois& answer)
{
    if (!answer.connectionName)
        return {};
    return displaySafe(*answer.connectionName)
        + (answer.isConnectionGone ? ": on no master; the holder has ended, was cut off, is "
                                     "not allowed to name its connections, or left the "
                                     "lock to its TTL"
                                   : "");
}

std::string listeningCost(std::size_t masters, std::chrono::milliseconds time, std::size_t lines)
{
    return std::string("MONITOR on ")
        .append(countText(masters, "master"))
        .append(", for ")
        .append(durationText(time))
        .append(" or ")
        .append(std::to_string(lines))
        .append(" commands: each sends here all that its clients send, values included, which can "
                "halve what it gets done meanwhile");
}

} // namespace lockkeeper::words
