// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zookeeper/protocol.h"

#include "core/text/display_safe.h"
#include "core/text/tr_noop.h"
#include "core/zookeeper/jute.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <utility>

namespace lockkeeper::zookeeper {
namespace {

constexpr std::int32_t kPersistentRecursive = 1;
constexpr std::int32_t kAllPermissions = 31;
constexpr std::int32_t kAnyVersion = -1;
constexpr std::int32_t kNoOperation = -1; ///< in a transaction: its end, or an error

JuteWriter headed(std::int32_t xid, Opcode opcode)
{
    JuteWriter out;
    out.putInt(xid).putInt(static_cast<std::int32_t>(opcode));
    return out;
}

std::int64_t takeTime(JuteReader& in)
{
    constexpr std::int64_t kLast = 9'000'000'000'000; // in 2255; WallTime ends in 2262
    return std::clamp<std::int64_t>(in.takeLong(), 0, kLast);
}

Stat takeStat(JuteReader& in)
{
    Stat stat;
    stat.czxid = in.takeLong();
    stat.mzxid = in.takeLong();
    stat.ctime = takeTime(in);
    stat.mtime = takeTime(in);
    stat.version = in.takeInt();
    stat.cversion = in.takeInt();
    stat.aversion = in.takeInt();
    stat.ephemeralOwner = in.takeLong();
    stat.dataLength = in.takeInt();
    stat.numChildren = in.takeInt();
    stat.pzxid = in.takeLong();
    return stat;
}

void putCreate(JuteWriter& out, std::string_view path, std::string_view data, CreateMode mode)
{
    out.putText(path)
        .putText(data)
        .putInt(1) // one ACL
        .putInt(kAllPermissions)
        .putText("world")
        .putText("anyone")
        .putInt(static_cast<std::int32_t>(mode));
}

template <class T> std::optional<T> ifGood(const JuteReader& in, T value)
{
    return in.isGood() ? std::optional(std::move(value)) : std::nullopt;
}

struct Code {
    std::int32_t code;
    ErrorClass kind;
    const char* text;
};
constexpr std::array kCodes{
    Code{-4, ErrorClass::ConnectionLost, trNoop("the server has lost its quorum", "data")},
    Code{kUnimplemented, ErrorClass::Unsupported, trNoop("the server has no such request", "data")},
    Code{-7, ErrorClass::Timeout, trNoop("the server did not finish in time", "data")},
    Code{-8, ErrorClass::InvalidArgument,
        trNoop("the server finds no sense in the request", "data")},
    Code{kNoNode, ErrorClass::ServerError, trNoop("there is no such node", "data")},
    Code{-102, ErrorClass::NoPermission,
        trNoop(
            "the node's ACL does not allow that; grant READ, or name a user in the URL", "data")},
    Code{-103, ErrorClass::HolderChanged, trNoop("the node was changed meanwhile", "data")},
    Code{-108, ErrorClass::ServerError, trNoop("an ephemeral node can have no children", "data")},
    Code{kNodeExists, ErrorClass::ServerError, trNoop("the node exists already", "data")},
    Code{-111, ErrorClass::ServerError, trNoop("the node has children", "data")},
    Code{-112, ErrorClass::ConnectionLost, trNoop("the session has expired", "data")},
    Code{-115, ErrorClass::WrongPassword, trNoop("the server refuses the login", "data")},
    Code{-118, ErrorClass::ConnectionLost,
        trNoop("the session has moved to another server", "data")},
    Code{-119, ErrorClass::ReadOnly,
        trNoop("the server has no quorum: it can only be read", "data")},
    Code{-127, ErrorClass::Busy, trNoop("the server is throttled", "data")},
};

} // namespace

std::string sessionFrame(const SessionRequest& request)
{
    return JuteWriter()
        .putInt(0) // the only version of the protocol
        .putLong(request.lastZxid)
        .putInt(request.timeoutMs)
        .putLong(request.sessionId)
        .putText(request.password)
        .putBool(request.isReadOnlyAllowed)
        .frame();
}

std::optional<SessionReply> readSessionReply(std::string_view payload)
{
    JuteReader in(payload);
    SessionReply reply;
    const std::int32_t version = in.takeInt();
    reply.timeoutMs = in.takeInt();
    reply.sessionId = in.takeLong();
    reply.password = in.takeText();
    if (in.isGood() && !in.isAtEnd()) // servers before 3.4 end here
        reply.isReadOnly = in.takeBool();
    return version == 0 ? ifGood(in, std::move(reply)) : std::nullopt;
}

std::string plainFrame(std::int32_t xid, Opcode opcode)
{
    return headed(xid, opcode).frame();
}

std::string pathFrame(std::int32_t xid, Opcode opcode, std::string_view path)
{
    return headed(xid, opcode).putText(path).frame();
}

std::string readFrame(std::int32_t xid, Opcode opcode, std::string_view path, bool isWatched)
{
    return headed(xid, opcode).putText(path).putBool(isWatched).frame();
}

std::string addWatchFrame(std::int32_t xid, std::string_view path)
{
    return headed(xid, Opcode::AddWatch).putText(path).putInt(kPersistentRecursive).frame();
}

std::string authFrame(std::string_view login)
{
    return headed(kAuthXid, Opcode::Auth).putInt(0).putText("digest").putText(login).frame();
}

std::string createFrame(
    std::int32_t xid, std::string_view path, std::string_view data, CreateMode mode)
{
    JuteWriter out = headed(xid, opcodeOf(mode));
    putCreate(out, path, data, mode);
    return out.frame();
}

std::string setDataFrame(
    std::int32_t xid, std::string_view path, std::string_view data, std::int32_t version)
{
    return headed(xid, Opcode::SetData).putText(path).putText(data).putInt(version).frame();
}

std::string deleteFrame(std::int32_t xid, std::string_view path, std::int32_t version)
{
    return headed(xid, Opcode::Delete).putText(path).putInt(version).frame();
}

std::string multiFrame(std::int32_t xid, const std::vector<Operation>& operations)
{
    JuteWriter out = headed(xid, Opcode::Multi);
    for (const Operation& operation : operations) {
        out.putInt(static_cast<std::int32_t>(operation.opcode)).putBool(false).putInt(-1);
        if (operation.opcode == Opcode::Create)
            putCreate(out, operation.path, {}, CreateMode::PersistentSequential);
        else
            out.putText(operation.path).putInt(kAnyVersion);
    }
    out.putInt(kNoOperation).putBool(true).putInt(-1);
    return out.frame();
}

std::optional<ReplyHead> takeReplyHead(std::string_view& payload)
{
    constexpr std::size_t kSize = 16;
    if (payload.size() < kSize)
        return std::nullopt;
    JuteReader in(payload);
    ReplyHead head;
    head.xid = in.takeInt();
    head.zxid = in.takeLong();
    head.code = in.takeInt();
    payload.remove_prefix(kSize);
    return head;
}

std::optional<NodeData> readNodeData(std::string_view payload)
{
    JuteReader in(payload);
    NodeData node;
    node.data = in.takeText();
    node.stat = takeStat(in);
    return ifGood(in, std::move(node));
}

std::optional<NodeChildren> readNodeChildren(std::string_view payload)
{
    JuteReader in(payload);
    NodeChildren children;
    constexpr std::size_t kLeast = 4; // a name's length
    for (std::size_t left = in.takeCount(kLeast); left > 0 && in.isGood(); --left)
        children.names.emplace_back(in.takeText());
    children.stat = takeStat(in);
    return ifGood(in, std::move(children));
}

std::optional<Stat> readStat(std::string_view payload)
{
    JuteReader in(payload);
    const Stat stat = takeStat(in);
    return ifGood(in, stat);
}

std::optional<std::string> readPath(std::string_view payload)
{
    JuteReader in(payload);
    std::string path(in.takeText());
    return ifGood(in, std::move(path));
}

std::optional<Event> readEvent(std::string_view payload)
{
    JuteReader in(payload);
    Event event;
    event.type = static_cast<EventType>(in.takeInt());
    (void)in.takeInt(); // the session's state
    event.path = in.takeText();
    return ifGood(in, std::move(event));
}

std::optional<std::vector<std::int32_t>> readMultiReply(std::string_view payload)
{
    JuteReader in(payload);
    std::vector<std::int32_t> codes;
    while (in.isGood()) {
        const std::int32_t type = in.takeInt();
        const bool isEnd = in.takeBool();
        std::int32_t code = in.takeInt();
        if (isEnd)
            break;
        if (type == kNoOperation)
            code = in.takeInt(); // an error code comes twice
        else if (type == static_cast<std::int32_t>(Opcode::Create))
            (void)in.takeText();
        codes.push_back(code);
    }
    return ifGood(in, std::move(codes));
}

Error missingRoot(std::string_view root, MasterId master)
{
    return {ErrorClass::InvalidArgument,
        absl::Substitute(trNoop("there is no node $0, which the URL ends in: correct the URL, or "
                                "create the node",
                             "data"),
            displaySafe(root)),
        std::move(master)};
}

Error withRight(Error error, std::string_view right, std::string_view path)
{
    if (error.kind == ErrorClass::NoPermission)
        error.text = absl::Substitute(
            trNoop(
                "the ACL of $0 does not allow that; grant $1, or name a user in the URL", "data"),
            displaySafe(path.empty() ? "/" : path), std::string(right));
    return error;
}

Error errorOf(std::int32_t code)
{
    const auto* const known = std::ranges::find(kCodes, code, &Code::code);
    if (known != kCodes.end())
        return {known->kind, known->text, {}};
    return {ErrorClass::ServerError,
        absl::Substitute(trNoop("the server answers with error $0", "data"), code), {}};
}

} // namespace lockkeeper::zookeeper
