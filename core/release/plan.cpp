// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/plan.h"

#include "core/redis/script.h"
#include "core/text/display_safe.h"
#include "core/text/hex.h"

#include <algorithm>

namespace lockkeeper::release {
namespace {

// Computes the fingerprint as Fingerprint::ofHash() does. KEYS: the resource, and perhaps a queue
// of waiters. ARGV: type and fingerprint; for a wake-up also channel and message. The fields of a
// hash are sorted in byte order explicitly, because Lua compares strings by the server's locale.
// PUBLISH may fail: the lock is already deleted then, and an error would hide that. One line, so
// that it can be copied into a shell.
const redis::Script& revokeScript()
{
    static const redis::Script script(
        R"(local kind = redis.call("TYPE", KEYS[1]).ok )"
        R"(if kind == "none" then return 0 end )"
        R"(if kind ~= ARGV[1] then return -1 end )"
        R"(local bytes )"
        R"(if kind == "string" then bytes = redis.call("GET", KEYS[1]) else )"
        R"(local flat = redis.call("HGETALL", KEYS[1]) )"
        R"(local fields, values = {}, {} )"
        R"(for i = 1, #flat, 2 do )"
        R"(fields[#fields + 1] = flat[i]; values[flat[i]] = flat[i + 1] end )"
        R"(table.sort(fields, function(a, b) )"
        R"(for i = 1, math.min(#a, #b) do )"
        R"(local x, y = a:byte(i), b:byte(i) )"
        R"(if x ~= y then return x < y end end )"
        R"(return #a < #b end) )"
        R"(local parts = {} )"
        R"(for _, f in ipairs(fields) do )"
        R"(local v = values[f] )"
        R"(if #f > 37 and f:sub(37, 37) == ":" and f:find("^[%x-]+:%d+$") then v = "" end )"
        R"(parts[#parts + 1] = #f .. ":" .. f .. #v .. ":" .. v end )"
        R"(bytes = table.concat(parts) end )"
        R"(if redis.sha1hex(bytes) ~= ARGV[2] then return -1 end )"
        R"(if KEYS[2] and redis.call("EXISTS", KEYS[2]) == 1 then return -2 end )"
        R"(redis.call("DEL", KEYS[1]) )"
        R"(if ARGV[3] then )"
        R"(local heard = redis.pcall("PUBLISH", ARGV[3], ARGV[4]) )"
        R"(if type(heard) == "table" and heard.err then return 2 end end )"
        R"(return 1)");
    return script;
}

std::string shellQuoted(const std::string& argument)
{
    static constexpr std::string_view kPlain
        = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
          "0123456789_-./:@%+=,";
    if (!argument.empty() && argument.find_first_not_of(kPlain) == std::string::npos)
        return argument;
    std::string quoted = "'";
    for (const char c : argument) {
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    return quoted + "'";
}

bool isFitForTerminal(std::string argument)
{
    std::erase(argument, '\\'); // displaySafe() doubles a backslash, but it is harmless
    return displaySafe(argument, argument.size() + 1) == argument;
}

// The quoting of redis-cli's own command line, which can represent any byte.
std::string cliEscaped(const std::string& argument)
{
    std::string escaped = "\"";
    for (const char c : argument) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            escaped += '\\';
            escaped += c;
        } else if (byte < 0x20 || byte >= 0x7f) {
            escaped += "\\x";
            appendHex(escaped, c);
        } else {
            escaped += c;
        }
    }
    return escaped + "\"";
}

std::string cliTls(const redis::Url& url)
{
    if (!url.tls)
        return {};
    // redis-cli accepts a certificate with any name, as long as the CA has signed it.
    std::string line = " --tls";
    const auto add = [&line](const char* option, const std::string& file) {
        if (!file.empty())
            line.append(option).append(shellQuoted(displaySafe(file)));
    };
    add(" --cacert ", url.tls->caFile);
    add(" --cert ", url.tls->certFile);
    add(" --key ", url.tls->keyFile.empty() ? url.tls->certFile : url.tls->keyFile);
    return line;
}

std::string cliConnection(const PlannedCommand& command)
{
    // A redacted URL shows that there was a password; redis-cli then asks for it.
    static constexpr std::string_view kHidden = "***@";
    std::string plain = command.url;
    const std::size_t hidden = plain.find(kHidden);
    if (hidden != std::string::npos)
        plain.erase(hidden, kHidden.size());
    const auto url = redis::Url::parse(plain);
    if (!url)
        return "redis-cli -u " + shellQuoted(displaySafe(command.url));
    std::string line = "redis-cli";
    line += url->kind == redis::Url::Kind::Unix
        ? " -s " + shellQuoted(url->path)
        : " -h " + shellQuoted(url->host) + " -p " + std::to_string(url->port);
    line += cliTls(*url);
    if (url->database != 0)
        line += " -n " + std::to_string(url->database);
    if (!command.user.empty())
        line += " --user " + shellQuoted(displaySafe(command.user));
    if (hidden != std::string::npos)
        line += " --askpass";
    return line;
}

} // namespace

Result<void> checkWritable(const config::Deployment& deployment)
{
    if (!deployment.isReadOnly)
        return {};
    return fail(ErrorClass::InvalidArgument,
        "deployment '" + displaySafe(deployment.name)
            + "' is read-only: nothing is released there");
}

Result<Plan> planRelease(
    const config::Deployment& deployment, const observe::LockEntry& entry, const Fingerprint& token)
{
    const bool isSeen = std::any_of(entry.votes.begin(), entry.votes.end(),
        [&](const observe::Vote& vote) { return vote.token == token; });
    if (!isSeen)
        return fail(ErrorClass::InvalidArgument,
            displaySafe(entry.resource.value()) + ": no master stores the token " + token.shortHex()
                + ": look again");
    const observe::DecodedLock lock = entry.unpackLock();
    if (!lock.isReleasable)
        return fail(ErrorClass::Unsupported,
            "locks of " + displaySafe(lock.format)
                + " are view only: a safe release of them is not known");
    if (lock.certainty.level == observe::Certainty::Possible
        && lock.format == observe::kUnknownFormat)
        return fail(ErrorClass::Unsupported,
            displaySafe(entry.resource.value())
                + " may be a counter or other data: only a hint or pattern of yours makes it a "
                  "lock");
    if (entry.type != observe::ValueType::String && entry.type != observe::ValueType::Hash)
        return fail(ErrorClass::Unsupported,
            displaySafe(entry.resource.value()) + " is neither a string nor a hash: not released");

    Plan plan{
        .resource = entry.resource,
        .type = entry.type,
        .format = lock.format,
        .certainty = lock.certainty.level,
        .token = token,
        .votes = entry.votes,
        .evidence = entry.stale.vector(),
        .wakeUp = lock.wakeUp,
        .queueKey = lock.queueKey,
        .quorum = deployment.quorum(),
        .commands = {},
        .deployment = deployment.name,
    };
    for (const config::MasterConfig& master : deployment.masters)
        plan.commands.push_back(
            {master.id, master.url.redacted(), releaseCommand(plan), master.url.user});
    return plan;
}

redis::Command releaseCommand(const Plan& plan)
{
    const std::string token = plan.token.hex();
    redis::Script::Call call;
    call.keys = {plan.resource.value()};
    if (plan.queueKey)
        call.keys.push_back(*plan.queueKey);
    call.arguments = {plan.type == observe::ValueType::Hash ? "hash" : "string", token};
    if (plan.wakeUp) {
        call.arguments.push_back(plan.wakeUp->channel);
        call.arguments.push_back(plan.wakeUp->message);
    }
    return revokeScript().evalCommand(call);
}

std::string asRedisCliLine(const PlannedCommand& command)
{
    const auto& arguments = command.command.arguments();
    const bool isPlain = std::all_of(arguments.begin(), arguments.end(), isFitForTerminal);
    std::string line;
    for (const std::string& argument : arguments) {
        if (!line.empty())
            line += ' ';
        line += isPlain ? shellQuoted(argument) : cliEscaped(argument);
    }
    if (isPlain)
        return cliConnection(command) + ' ' + line;
    return "printf '%s\\n' " + shellQuoted(line) + " | " + cliConnection(command);
}

} // namespace lockkeeper::release
