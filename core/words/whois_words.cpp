// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/whois_words.h"

#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::words {

using absl::Substitute;
using observe::Clue;

const char* clueText(Clue clue) noexcept
{
    switch (clue) {
    case Clue::SentToken:
        return tr("it sent the lock's token");
    case Clue::TokenNamesConnection:
        return tr("the token names this connection");
    case Clue::NameTellsHolder:
        return tr("its name holds what the token tells");
    case Clue::WroteKey:
        return tr("it wrote the lock as a holder does");
    case Clue::IdleSinceTaken:
        return tr("idle since the lock was taken");
    case Clue::UsedKey:
        return tr("it tries to take the lock, or uses it by a script");
    case Clue::MayHaveTaken:
        return tr("its last command may take locks");
    case Clue::ReadKey:
        break;
    }
    return tr("it looks at the lock, or deletes it");
}

std::string whyListedText(const observe::WhoisClient& client)
{
    const std::string last = displaySafe(client.lastCommand);
    if (client.commands == 0)
        return clueText(client.clue);
    return client.commands == 1
        ? Substitute(tr("$0; heard 1 command, $1"), clueText(client.clue), last)
        : Substitute(
            tr("$0; heard $1 commands, the last $2"), clueText(client.clue), client.commands, last);
}

std::string addressText(const observe::WhoisClient& client)
{
    const std::string text = displaySafe(client.client.address);
    return client.alike > 1 ? Substitute(tr("$0 (one of $1)"), text, client.alike) : text;
}

std::string observedWaiterText(const observe::WhoisClient& client)
{
    std::string text = addressText(client);
    if (!client.client.name.empty())
        text = Substitute(tr("$0 ($1)"), text, displaySafe(client.client.name));
    return Substitute(tr("$0, heard to try $1"), text, countText(client.tries, "time"));
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
    const std::string name = displaySafe(*answer.connectionName);
    return answer.isConnectionGone
        ? Substitute(tr("$0: on no master; the holder has ended, was cut off, is not allowed to "
                        "name its connections, or left the lock to its TTL"),
            name)
        : name;
}

std::string listeningCost(std::size_t masters, std::chrono::milliseconds time, std::size_t lines)
{
    return Substitute(tr("MONITOR on $0, for $1 or $2 commands: each sends here all that its "
                         "clients send, values included, which can halve what it gets done "
                         "meanwhile"),
        countText(masters, "master"), durationText(time), lines);
}

} // namespace lockkeeper::words
