// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/exit_codes.h"

#include <algorithm>
#include <iterator>

namespace lockkeeper::ctl {

int exitCodeFor(ErrorClass kind) noexcept
{
    switch (kind) {
    case ErrorClass::InvalidArgument:
    case ErrorClass::InvalidUrl:
    case ErrorClass::Unsupported:
    case ErrorClass::ReadOnlyDeployment:
    case ErrorClass::TooManyKeys:
        return kExitUsage;
    case ErrorClass::Unreachable:
    case ErrorClass::ConnectionLost:
    case ErrorClass::Timeout:
    case ErrorClass::TlsFailed:
    case ErrorClass::NotRedis:
    case ErrorClass::Loading:
    case ErrorClass::Busy:
    case ErrorClass::TooManyClients:
    case ErrorClass::System: // also a sandbox that can't start
        return kExitUnreachable;
    case ErrorClass::AuthRequired:
    case ErrorClass::WrongPassword:
    case ErrorClass::NoPermission:
    case ErrorClass::UnknownCommand:
    case ErrorClass::ReadOnly:
    case ErrorClass::TooFewReplicas:
    case ErrorClass::OutOfMemory:
    case ErrorClass::Misconfigured:
    case ErrorClass::NoScript:
    case ErrorClass::WrongType:
    case ErrorClass::ServerError:
        return kExitRefused;
    case ErrorClass::Quarantined:
    case ErrorClass::NoQuorum:
        return kExitNoQuorum;
    case ErrorClass::LeaseLost:
    case ErrorClass::Deadlock:
    case ErrorClass::HolderChanged:
    case ErrorClass::Journal:
        return kExitNotDone;
    }
    return kExitNotDone;
}

int exitCodeForFailures(const std::vector<Error>& failures, std::size_t masters, std::size_t quorum)
{
    // A quarantined master answers, without a vote.
    const auto silent = static_cast<std::size_t>(std::ranges::count_if(
        failures, [](const Error& failure) { return failure.kind != ErrorClass::Quarantined; }));
    if (masters - std::min(masters, failures.size()) >= quorum)
        return kExitDone;
    const std::size_t answered = masters - std::min(masters, silent);
    if (answered > 0)
        return kExitNoQuorum;
    const bool isRefused = std::all_of(failures.begin(), failures.end(),
        [](const Error& failure) { return exitCodeFor(failure.kind) == kExitRefused; });
    return isRefused ? kExitRefused : kExitUnreachable;
}

int exitCodeOfUndone(const std::vector<Error>& failures, std::size_t masters, std::size_t quorum)
{
    const int code = exitCodeForFailures(failures, masters, quorum);
    return code == kExitDone ? kExitNotDone : code;
}

int exitCodeForAll(const std::vector<int>& codes)
{
    if (codes.empty() || std::ranges::count(codes, codes.front()) == std::ssize(codes))
        return codes.empty() ? kExitDone : codes.front();
    const auto isWhole = [](int code) { return code == kExitDone || code == kExitNotDone; };
    if (std::ranges::all_of(codes, isWhole))
        return kExitNotDone;
    const bool hasAnswer = std::ranges::any_of(
        codes, [&](int code) { return isWhole(code) || code == kExitNoQuorum; });
    return hasAnswer ? kExitNoQuorum : kExitUnreachable;
}

} // namespace lockkeeper::ctl
