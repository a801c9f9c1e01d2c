// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/error_reply.h"

#include <array>

namespace lockkeeper::redis {
namespace {

struct Mark {
    std::string_view text;
    ErrorClass kind;
};

constexpr std::array<Mark, 15> kPrefixes{{
    {"NOAUTH", ErrorClass::AuthRequired},
    {"WRONGPASS", ErrorClass::WrongPassword},
    {"NOPERM", ErrorClass::NoPermission},
    {"READONLY", ErrorClass::ReadOnly},
    {"MASTERDOWN", ErrorClass::ReadOnly},
    {"NOREPLICAS", ErrorClass::TooFewReplicas},
    {"LOADING", ErrorClass::Loading},
    {"BUSY", ErrorClass::Busy},
    {"TRYAGAIN", ErrorClass::Busy},
    {"CLUSTERDOWN", ErrorClass::Busy},
    {"OOM", ErrorClass::OutOfMemory},
    {"MISCONF", ErrorClass::Misconfigured},
    {"NOSCRIPT", ErrorClass::NoScript},
    {"WRONGTYPE", ErrorClass::WrongType},
    {"DENIED", ErrorClass::NoPermission},
}};

constexpr std::array<Mark, 10> kWordings{{
    {"The user executing the script", ErrorClass::NoPermission},
    {"ACL failure in script", ErrorClass::NoPermission},
    // Redis 6 says "Unknown subcommand or wrong number of arguments"; our number is right.
    {"unknown command", ErrorClass::UnknownCommand},
    {"unknown subcommand", ErrorClass::UnknownCommand},
    {"Unknown subcommand", ErrorClass::UnknownCommand},
    {"unsupported command", ErrorClass::UnknownCommand}, // Envoy
    {"Unknown Redis command called from script", ErrorClass::UnknownCommand},
    {"max number of clients", ErrorClass::TooManyClients},
    // Redis replies so to a password if the default user has none.
    {"AUTH ", ErrorClass::WrongPassword},
    {"invalid password", ErrorClass::WrongPassword},
}};

ErrorClass classOf(std::string_view text)
{
    const std::string_view prefix = text.substr(0, text.find(' '));
    for (const auto& [name, kind] : kPrefixes) {
        if (prefix == name)
            return kind;
    }
    if (text.starts_with("ERR "))
        text.remove_prefix(4);
    for (const auto& [wording, kind] : kWordings) {
        if (text.starts_with(wording))
            return kind;
    }
    return ErrorClass::ServerError;
}

std::string_view withoutScript(std::string_view text)
{
    constexpr std::string_view kScript = "@user_script:";
    const std::size_t suffix = text.rfind(" script: ");
    if (suffix != std::string_view::npos && text.find(", on @", suffix) != std::string_view::npos)
        return text.substr(0, suffix);
    if (!text.starts_with("ERR Error running script"))
        return text;
    // "@user_script:1: @user_script: 1: -READONLY ...": the error is behind the last mark.
    const std::size_t mark = text.rfind(kScript);
    const std::size_t end
        = mark == std::string_view::npos ? mark : text.find(": ", mark + kScript.size() + 1);
    if (end == std::string_view::npos)
        return text;
    std::string_view error = text.substr(end + 2);
    if (error.starts_with('-'))
        error.remove_prefix(1);
    return error.substr(0, error.find_last_not_of("\r\n ") + 1);
}

/// Servers repeat arguments of unknown commands: perhaps secrets.
std::string_view withoutArguments(std::string_view text)
{
    return text.substr(0, text.find(", with args beginning with"));
}

} // namespace

Error errorFromReply(std::string_view text, const MasterId& master)
{
    text = withoutArguments(withoutScript(text));
    return Error{classOf(text), std::string(text), master};
}

} // namespace lockkeeper::redis
