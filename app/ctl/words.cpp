// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/words.h"

#include "core/observe/board/names.h"
#include "core/text/display_safe.h"
#include "core/text/hex.h"

#include <absl/strings/escaping.h>
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

namespace lockkeeper::ctl {
namespace {

std::string padded(std::int64_t number)
{
    return (number < 10 ? "0" : "") + std::to_string(number);
}

} // namespace

const char* voteWord(lock::MasterVote::State state) noexcept
{
    switch (state) {
    case lock::MasterVote::State::Pending:
        return "pending";
    case lock::MasterVote::State::Yes:
        return "yes";
    case lock::MasterVote::State::No:
        return "no";
    case lock::MasterVote::State::Failed:
        return "failed";
    }
    return "failed";
}

std::string formatText(const observe::DecodedLock& lock)
{
    std::string text = displaySafe(lock.format);
    for (const std::string& alternative : lock.alternatives)
        text += " or " + displaySafe(alternative);
    return text;
}

const char* reasonText(observe::CertaintyReason reason) noexcept
{
    using Reason = observe::CertaintyReason;
    switch (reason) {
    case Reason::Named:
        return "you named it";
    case Reason::Structure:
        return "only one library writes this";
    case Reason::NameSaysLock:
        return "its name says lock";
    case Reason::NameResemblesLock:
        return "its name is like a lock's";
    case Reason::TellingValue:
        return "hardly anybody else writes such a value";
    case Reason::ValueSaysLock:
        return "its value says lock";
    case Reason::ShortLease:
        return "its value looks like a lock's, and it lives for seconds";
    case Reason::Renewed:
        return "it is renewed at a steady interval";
    case Reason::TakenAgain:
        return "different values have taken it, one after the other";
    case Reason::ValueOnly:
        return "only its value looks like a lock's";
    case Reason::ValueUnderOtherName:
        return "its value looks like a lock's, its name says something else";
    case Reason::NoTtl:
        return "its name is like a lock's, no TTL speaks against it";
    case Reason::LongTtl:
        return "its name is like a lock's, a long TTL speaks against it";
    case Reason::Unreadable:
        return "its name says lock, a long value speaks against it";
    case Reason::Zero:
        return "its name says lock, a 0 speaks against it";
    case Reason::SaysFree:
        return "its name says lock, its value says that nobody holds it";
    case Reason::Quantity:
        return "its name says lock, a number with a fraction speaks against it";
    case Reason::Counter:
        return "its name says lock, a number without a TTL of an hour at most speaks against it";
    case Reason::CountsUp:
        return "its value was seen to count up";
    case Reason::AccountFlag:
        return "its name says lock, but it may be an account that is locked";
    case Reason::Digest:
        return "its name says lock, a digest without a TTL of an hour at most speaks against it";
    case Reason::NoOwner:
        return "its name says lock, JSON that names no owner speaks against it";
    case Reason::Document:
        return "its name says lock, a document speaks against it";
    case Reason::HintedNone:
        return "you said that it is none";
    case Reason::BesideLock:
        return "a library keeps it beside a lock";
    case Reason::NameSaysOther:
        return "its name says something else";
    case Reason::NothingSaysLock:
        break;
    }
    return "neither its name nor its value says lock";
}

std::string certaintyText(observe::ReasonedCertainty certainty)
{
    return std::string(observe::certaintyName(certainty.level))
        .append(": ")
        .append(reasonText(certainty.reason));
}

const char* modeName(observe::LockMode mode) noexcept
{
    switch (mode) {
    case observe::LockMode::Exclusive:
        return "exclusive";
    case observe::LockMode::Read:
        return "read";
    case observe::LockMode::Write:
        return "write";
    case observe::LockMode::Semaphore:
        return "semaphore";
    }
    return "exclusive";
}

std::string holderText(const observe::Holder& holder)
{
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " ") + part; };
    if (holder.app && holder.host)
        add(displaySafe(*holder.app) + "@" + displaySafe(*holder.host));
    else if (holder.app || holder.host)
        add(displaySafe(holder.app ? *holder.app : *holder.host));
    if (holder.pid)
        add("pid " + std::to_string(*holder.pid));
    if (holder.thread)
        add("thread " + displaySafe(*holder.thread));
    if (text.empty() && holder.detail)
        add(displaySafe(*holder.detail));
    return text.empty() ? "-" : text;
}

std::string holderText(const observe::DecodedLock& lock)
{
    std::string text = holderText(lock.holder);
    const bool isShared = lock.holders.size() > 1;
    // With several holders, `detail` is their number, so always show it.
    if (const auto& detail = lock.holder.detail; isShared && detail && text != displaySafe(*detail))
        text.append(", ").append(displaySafe(*detail));
    if (lock.mode == observe::LockMode::Write
        || (lock.mode == observe::LockMode::Read && !isShared))
        text.append(" (").append(observe::lockModeName(lock.mode)).append(")");
    if (lock.queueLength)
        text.append(", ").append(std::to_string(*lock.queueLength)).append(" waiting");
    return text;
}

namespace {

std::string timeText(const std::optional<std::chrono::milliseconds>& time)
{
    return time ? durationText(*time) : "an unknown time";
}

} // namespace

std::string evidenceText(const observe::Evidence& evidence)
{
    switch (evidence.kind) {
    case observe::EvidenceKind::NeverExpires:
        return "no TTL: it never expires on its own";
    case observe::EvidenceKind::MinorityLeftover:
        return "leftover: on " + std::to_string(evidence.votes) + " of "
            + std::to_string(evidence.masters) + " masters only";
    case observe::EvidenceKind::HolderProcessGone: {
        const std::string pid = evidence.pid ? " " + std::to_string(*evidence.pid) : "";
        return evidence.isPidReused
            ? "holder is gone: its pid" + pid + " now is another process"
            : "holder is gone: its process" + pid + " no longer exists here";
    }
    case observe::EvidenceKind::ExpiredByOwnTimestamp:
        return evidence.expiredAt
            ? "its value says that it expired at " + utcText(*evidence.expiredAt)
            : "its value says that it has expired";
    case observe::EvidenceKind::RenewalLate:
        return "a renewal is late: the last " + timeText(evidence.time) + " ago, after one every "
            + timeText(evidence.measure);
    case observe::EvidenceKind::RenewalsStopped:
        return "renewals stopped: the last " + timeText(evidence.time) + " ago, after one every "
            + timeText(evidence.measure);
    case observe::EvidenceKind::RenewedForLong:
        return "renewed for " + timeText(evidence.time) + ", longer than "
            + timeText(evidence.measure);
    case observe::EvidenceKind::HeldUnusuallyLong:
        return "held for " + timeText(evidence.time) + "; usual is " + timeText(evidence.measure);
    case observe::EvidenceKind::TtlTooLarge:
        return "its TTL is above the " + timeText(evidence.measure) + " that locks may have here";
    case observe::EvidenceKind::SplitVotes:
        return "split: masters store different tokens, and none has a quorum";
    case observe::EvidenceKind::WrongType:
        return "a master stores something else under this name";
    case observe::EvidenceKind::HolderConnectionGone:
        return "no client has the name of its holder's connections: it has ended, was cut off, or "
               "may not set it";
    }
    return "";
}

std::string failoverText(const observe::Failover& failover)
{
    std::string text = "failover of group '" + displaySafe(failover.group) + "' ";
    text.append(durationText(std::max(failover.age, std::chrono::milliseconds(0))));
    return text.append(" ago: now ")
        .append(displaySafe(failover.to))
        .append(", was ")
        .append(displaySafe(failover.from));
}

std::string countText(std::size_t count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string durationText(std::chrono::milliseconds duration)
{
    const std::int64_t milliseconds = duration.count();
    const std::int64_t seconds = milliseconds / 1000;
    if (milliseconds < 1000)
        return std::to_string(milliseconds) + " ms";
    if (seconds < 60)
        return std::to_string(seconds) + "." + std::to_string(milliseconds % 1000 / 100) + " s";
    if (seconds < 3600)
        return std::to_string(seconds / 60) + " m " + padded(seconds % 60) + " s";
    if (seconds < 86400)
        return std::to_string(seconds / 3600) + " h " + padded(seconds % 3600 / 60) + " m";
    return std::to_string(seconds / 86400) + " d " + padded(seconds % 86400 / 3600) + " h";
}

std::string utcText(WallTime time)
{
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 40> text{};
    const auto length = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &parts);
    return std::string(text.data(), length);
}

std::string remainingText(const observe::Judgement& judgement)
{
    if (judgement.neverExpires)
        return "never";
    return judgement.remaining ? durationText(*judgement.remaining) : "-";
}

const char* resultText(release::MasterResult result) noexcept
{
    switch (result) {
    case release::MasterResult::Released:
        return "released";
    case release::MasterResult::AlreadyGone:
        return "already gone";
    case release::MasterResult::AnotherHolder:
        return "another holder, left alone";
    case release::MasterResult::Unreachable:
        return "unreachable, nothing sent";
    case release::MasterResult::Refused:
        return "refused";
    case release::MasterResult::Unknown:
        return "unknown: sent, but no answer";
    case release::MasterResult::NotSent:
        return "still held, nothing sent";
    }
    return "unknown";
}

std::string shellWord(std::string_view text)
{
    const auto isPlain = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')
            || std::string_view("_-.:/@%+=,").find(c) != std::string_view::npos;
    };
    if (!text.empty() && std::ranges::all_of(text, isPlain))
        return std::string(text);
    const bool isPrintable
        = std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f && c != '\''; });
    if (isPrintable)
        return std::string("'").append(text).append("'");
    std::string word = "$'";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\'' || c == '\\') {
            word.append("\\").append(1, c);
        } else if (byte < 0x20 || byte >= 0x7f) {
            word.append("\\x");
            appendHex(word, c);
        } else {
            word += c;
        }
    }
    return word += "'";
}

std::string nameText(const Resource& resource)
{
    return resource.isEmpty() ? "''" : displaySafe(resource.value());
}

bool isTypable(const Resource& resource) noexcept
{
    return !resource.isEmpty() && resource.value().find('\0') == std::string::npos;
}

std::string lockctlLine(
    const std::string& command, const Resource& resource, const std::string& options)
{
    const std::string start = "lockctl " + command;
    if (!isTypable(resource))
        return start + " --resource-b64 " + shellWord(absl::Base64Escape(resource.value()))
            + options;
    const std::string name = shellWord(resource.value());
    // After "--", because a name that begins with a dash would be parsed as an option.
    if (resource.value().starts_with('-'))
        return start + options + " -- " + name;
    return start + " " + name + options;
}

std::string adviceFor(ErrorClass kind)
{
    switch (kind) {
    case ErrorClass::Unreachable:
        return "check its address, and that it is running";
    case ErrorClass::ConnectionLost:
    case ErrorClass::Timeout:
        return "it may be stopped, overloaded or cut off";
    case ErrorClass::TlsFailed:
        return "nothing was sent to it";
    case ErrorClass::NotRedis:
        return "check that this is the address of a Redis server";
    case ErrorClass::AuthRequired:
        return "give a user and password in its URL";
    case ErrorClass::WrongPassword:
        return "check the user and password in its URL";
    case ErrorClass::NoPermission:
        return "grant it with ACL SETUSER";
    case ErrorClass::ReadOnly:
        return "name a writable master instead of its replica";
    case ErrorClass::TooFewReplicas:
        return "check its replicas, or its min-replicas-to-write";
    case ErrorClass::TooManyClients:
        return "raise its maxclients, or close idle connections";
    case ErrorClass::Loading:
    case ErrorClass::Busy:
        return "try again later";
    case ErrorClass::OutOfMemory:
        return "give it more memory";
    case ErrorClass::Misconfigured:
        return "check its disk and its log";
    case ErrorClass::TooManyKeys:
        return "name the keys to look at with --match GLOB";
    default:
        return "";
    }
}

} // namespace lockkeeper::ctl
