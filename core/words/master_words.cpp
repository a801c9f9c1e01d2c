// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/master_words.h"

#include "core/text/display_safe.h"
#include "core/words/outcome_words.h"
#include "core/words/time_words.h"

namespace lockkeeper::words {

std::string latencyText(std::chrono::microseconds latency)
{
    const std::int64_t tenths = (latency.count() + 50) / 100;
    if (tenths == 0)
        return "< 0.1 ms";
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " ms";
}

std::string shortLinkStateText(const redis::LinkStatus& link, SteadyTime now)
{
    switch (link.state) {
    case redis::LinkState::Connecting:
        return "connecting";
    case redis::LinkState::Up:
        return "up";
    case redis::LinkState::Silent:
        if (!link.lastReply)
            return "no answer";
        return "no answer for "
            + durationText(
                std::chrono::duration_cast<std::chrono::milliseconds>(now - *link.lastReply));
    case redis::LinkState::Down:
        return "down";
    case redis::LinkState::Refused:
        return "refused";
    }
    return "down";
}

std::string linkStateText(const redis::LinkStatus& link, SteadyTime now)
{
    std::string text = shortLinkStateText(link, now);
    if (link.state == redis::LinkState::Up && link.latency)
        text.append(" ").append(latencyText(*link.latency));
    const bool isUnusable
        = link.state == redis::LinkState::Down || link.state == redis::LinkState::Refused;
    if (isUnusable && link.error)
        text.append(": ").append(errorText({link.error->kind, link.error->text, {}}));
    return text;
}

std::string roleText(const std::optional<std::string>& role)
{
    if (!role)
        return "not known";
    return *role == "slave" ? "replica" : displaySafe(*role);
}

std::string quorumText(std::size_t up, std::size_t quorum, std::size_t masters)
{
    const std::string all = std::to_string(masters);
    if (up < quorum)
        return "quorum lost: " + std::to_string(up) + " of " + all + " answer";
    const std::string text = "quorum " + std::to_string(quorum) + "/" + all + " ok";
    return up < masters ? text + ", " + std::to_string(up) + " answer" : text;
}

Error unreadKeysError(const observe::MasterStatus& master)
{
    Error error = master.readError.value_or(Error{});
    error.text.insert(0, countText(master.unreadKeys, "key") + " could not be read: ");
    error.master = {};
    return error;
}

std::string failoverText(const observe::Failover& failover)
{
    std::string text = "failover of group '" + displaySafe(failover.group) + "' ";
    return text.append(agoText(failover.age))
        .append(": now ")
        .append(displaySafe(failover.to))
        .append(", was ")
        .append(displaySafe(failover.from));
}

std::string restartText(std::chrono::milliseconds age)
{
    return "restarted " + agoText(age) + ": locks that it had not saved are gone there";
}

std::string quarantineText(std::chrono::milliseconds left)
{
    return "it may have forgotten locks: no vote on who gets one for another " + durationText(left);
}

const char* lossCauseText(observe::LossCause cause) noexcept
{
    switch (cause) {
    case observe::LossCause::Flush:
        return "a flush";
    case observe::LossCause::Restart:
        return "a restart without data";
    case observe::LossCause::Unknown:
        break;
    }
    return "a flush, or a restart without data";
}

std::string lossText(const observe::Loss& loss, SteadyTime now)
{
    const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(now - loss.at);
    return countText(loss.locks, "lock") + " vanished" + (loss.locks == 1 ? " " : " together ")
        + agoText(age) + ", before " + (loss.locks == 1 ? "its" : "their")
        + " TTL: " + lossCauseText(loss.cause);
}

std::string countText(std::size_t count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

} // namespace lockkeeper::words
