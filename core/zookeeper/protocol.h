// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What is said to a ZooKeeper server. Source: zookeeper.jute of 3.8. All pure.
namespace lockkeeper::zookeeper {

enum class Opcode : std::int32_t {
    Create = 1,
    Delete = 2,
    Exists = 3,
    GetData = 4,
    SetData = 5,
    Sync = 9,
    Ping = 11,
    GetChildren2 = 12,
    Check = 13,
    Multi = 14,
    CreateContainer = 19,
    Auth = 100,
    AddWatch = 106,
    CloseSession = -11,
};

// The role of the server that a client is connected to.
inline constexpr const char* kEnsembleRole = "ensemble";
inline constexpr const char* kReadOnlyRole = "read-only"; ///< it has no quorum

/// True if it changes no node.
[[nodiscard]] constexpr bool isRead(Opcode opcode) noexcept
{
    return opcode != Opcode::Create && opcode != Opcode::CreateContainer && opcode != Opcode::Delete
        && opcode != Opcode::SetData && opcode != Opcode::Multi;
}

// Request ids that have a meaning of their own; others count from 1.
inline constexpr std::int32_t kEventXid = -1;
inline constexpr std::int32_t kPingXid = -2;
inline constexpr std::int32_t kAuthXid = -4;

/// What a server keeps of a node beside its data. Times are of the server's wall clock.
struct Stat {
    std::int64_t czxid = 0; ///< of the transaction that created it: grows over all nodes
    std::int64_t mzxid = 0;
    std::int64_t ctime = 0; ///< milliseconds since 1970
    std::int64_t mtime = 0;
    std::int32_t version = 0; ///< of its data; begins at 0 again if the node is created again
    std::int32_t cversion = 0;
    std::int32_t aversion = 0;
    std::int64_t ephemeralOwner = 0; ///< the session that it ends with; 0: none
    std::int32_t dataLength = 0;
    std::int32_t numChildren = 0;
    std::int64_t pzxid = 0;

    /// How many children were ever created: the sequence number of the next one. The server shows a
    /// number that deletions change, too.
    [[nodiscard]] std::int32_t creations() const noexcept
    {
        return static_cast<std::int32_t>((std::int64_t{cversion} + numChildren) / 2);
    }
    friend bool operator==(const Stat&, const Stat&) = default;
};

struct NodeData {
    std::string data;
    Stat stat;
};

struct NodeChildren {
    std::vector<std::string> names; ///< in no order
    Stat stat; ///< of the parent
};

enum class CreateMode : std::int32_t {
    Persistent = 0,
    Ephemeral = 1,
    PersistentSequential = 2,
    EphemeralSequential = 3,
    Container = 4, ///< goes when its last child has gone; servers have it since 3.5.3
};
/// The request that creates such a node.
[[nodiscard]] constexpr Opcode opcodeOf(CreateMode mode) noexcept
{
    return mode == CreateMode::Container ? Opcode::CreateContainer : Opcode::Create;
}

/// What has happened to a watched node.
enum class EventType : std::int32_t { None = -1, Created = 1, Deleted = 2, Changed = 3, Child = 4 };
struct Event {
    EventType type = EventType::None;
    std::string path;
    friend bool operator==(const Event&, const Event&) = default;
};

/// The first frame of a connection. A session id of 0 asks for a new session.
struct SessionRequest {
    std::int64_t lastZxid = 0; ///< the latest that was seen: an older server refuses
    std::int32_t timeoutMs = 10'000;
    std::int64_t sessionId = 0;
    std::string password{}; ///< of the session
    bool isReadOnlyAllowed = false; ///< a server without a quorum will do
};
struct SessionReply {
    std::int32_t timeoutMs = 0; ///< as negotiated; 0: the session has expired
    std::int64_t sessionId = 0;
    std::string password{};
    bool isReadOnly = false;
};
[[nodiscard]] std::string sessionFrame(const SessionRequest& request);
/// nullopt: this is no such reply.
[[nodiscard]] std::optional<SessionReply> readSessionReply(std::string_view payload);

/// A frame with nothing but its header: Ping, CloseSession.
[[nodiscard]] std::string plainFrame(std::int32_t xid, Opcode opcode);
/// Frame of a request that has only a path: Sync.
[[nodiscard]] std::string pathFrame(std::int32_t xid, Opcode opcode, std::string_view path);
/// Exists, GetData or GetChildren2. With `isWatched`, the next change is an event.
[[nodiscard]] std::string readFrame(
    std::int32_t xid, Opcode opcode, std::string_view path, bool isWatched = false);
/// A persistent watch on the node and all below it; servers have it since 3.6.
[[nodiscard]] std::string addWatchFrame(std::int32_t xid, std::string_view path);
/// Digest: `login` is user:password.
[[nodiscard]] std::string authFrame(std::string_view login);
/// The node is open to everybody, as those of most programs.
[[nodiscard]] std::string createFrame(
    std::int32_t xid, std::string_view path, std::string_view data, CreateMode mode);
[[nodiscard]] std::string setDataFrame(
    std::int32_t xid, std::string_view path, std::string_view data, std::int32_t version);
[[nodiscard]] std::string deleteFrame(
    std::int32_t xid, std::string_view path, std::int32_t version);
/// A part of a transaction, of which all is done or nothing.
struct Operation {
    Opcode opcode; ///< Create: an empty, persistent node with a sequence number; Check, Delete
    std::string path;
};
[[nodiscard]] std::string multiFrame(std::int32_t xid, const std::vector<Operation>& operations);

/// What each reply begins with.
struct ReplyHead {
    std::int32_t xid = 0;
    std::int64_t zxid = 0;
    std::int32_t code = 0; ///< 0: done
};
/// Takes the head away from `payload`. nullopt: this is no reply.
[[nodiscard]] std::optional<ReplyHead> takeReplyHead(std::string_view& payload);

// The rest of a reply. nullopt: it is malformed.
[[nodiscard]] std::optional<NodeData> readNodeData(std::string_view payload);
[[nodiscard]] std::optional<NodeChildren> readNodeChildren(std::string_view payload);
[[nodiscard]] std::optional<Stat> readStat(std::string_view payload);
[[nodiscard]] std::optional<std::string> readPath(std::string_view payload);
[[nodiscard]] std::optional<Event> readEvent(std::string_view payload);

/// Of multiFrame(): a code for each operation. All are 0, or nothing is done: then that of the
/// operation which failed is of it, those before it are 0, and those after it have no meaning.
[[nodiscard]] std::optional<std::vector<std::int32_t>> readMultiReply(std::string_view payload);

// Codes of replies that callers tell apart.
inline constexpr std::int32_t kUnimplemented = -6;
inline constexpr std::int32_t kNoNode = -101;
inline constexpr std::int32_t kNodeExists = -110;

/// The error of a code that is not 0.
[[nodiscard]] Error errorOf(std::int32_t code);
/// The error, which names the missing right on the node if that is what it is about.
[[nodiscard]] Error withRight(Error error, std::string_view right, std::string_view path);

} // namespace lockkeeper::zookeeper
