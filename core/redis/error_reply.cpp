// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/error_reply.h"

#include <array>
#include <utility>

namespace lockkeeper::redis {
namespace {

constexpr std::array<std::pair<std::string_view, ErrorClass>, 13> kPrefixes{{
    {"NOAUTH", ErrorClass::AuthRequired},
    {"WRONGPASS", ErrorClass::WrongPassword},
    {"NOPERM", ErrorClass::NoPermission},
    {"READONLY", ErrorClass::ReadOnly},
    {"NOREPLICAS", ErrorClass::ReadOnly},
    {"MASTERDOWN", ErrorClass::ReadOnly},
    {"LOADING", ErrorClass::Loading},
    {"BUSY", ErrorClass::Busy},
    {"OOM", ErrorClass::OutOfMemory},
    {"MISCONF", ErrorClass::Misconfigured},
    {"NOSCRIPT", ErrorClass::NoScript},
    {"WRONGTYPE", ErrorClass::WrongType},
    {"DENIED", ErrorClass::NoPermission},
}};

ErrorClass classOf(std::string_view text)
{
    const std::string_view prefix = text.substr(0, text.find(' '));
    for (const auto& [name, kind] : kPrefixes) {
        if (prefix == name)
            return kind;
    }
    if (text.starts_with("ERR The user executing the script"))
        return ErrorClass::NoPermission;
    // A password sent to the default user of a server that has none.
    if (text.starts_with("ERR AUTH ") || text.starts_with("ERR invalid password"))
        return ErrorClass::WrongPassword;
    return ErrorClass::ServerError;
}

} // namespace

Error errorFromReply(std::string_view text, const MasterId& master)
{
    // " script: <sha>, on @user_script:1." tells nothing about the lock.
    if (const std::size_t suffix = text.find(" script: "); suffix != std::string_view::npos)
        text = text.substr(0, suffix);
    return Error{classOf(text), std::string(text), master};
}

} // namespace lockkeeper::redis
