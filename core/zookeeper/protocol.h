// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// ZooKeeper's frames. Source: zookeeper.jute of 3.8.
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

inline constexpr const char* kEnsembleRole = "ensemble";
inline constexpr const char* kReadOnlyRole = "read-only"; ///< without a quorum

[[nodiscard]] constexpr bool isRead(Opcode opcode) noexcept
{
    return opcode != Opcode::Create && opcode != Opcode::CreateContainer && opcode != Opcode::Delete
        && opcode != Opcode::SetData && opcode != Opcode::Multi;
}

// Reserved; other requests count from 1.
inline constexpr std::int32_t kEventXid = -1;
inline constexpr std::int32_t kPingXid = -2;
inline constexpr std::int32_t kAuthXid = -4;

/// Times are by the server's wall clock.
struct Stat {
    std::int64_t czxid = 0; ///< grows over all nodes
    std::int64_t mzxid = 0;
    std::int64_t ctime = 0; ///< milliseconds since 1970
    std::int64_t mtime = 0;
    std::int32_t version = 0; ///< of its data; 0 again if recreated
    std::int32_t cversion = 0;
    std::int32_t aversion = 0;
    std::int64_t ephemeralOwner = 0; ///< the session it ends with; 0: none
    std::int32_t dataLength = 0;
    std::int32_t numChildren = 0;
    std::int64_t pzxid = 0;

    /// Children ever created: the next sequence number. `cversion` counts deletions too.
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
    Container = 4, ///< deleted after its last child; since 3.5.3
};
[[nodiscard]] constexpr Opcode opcodeOf(CreateMode mode) noexcept
{
    return mode == CreateMode::Container ? Opcode::CreateContainer : Opcode::Create;
}

enum class EventType : std::int32_t { None = -1, Created = 1, Deleted = 2, Changed = 3, Child = 4 };
struct Event {
    EventType type = EventType::None;
    std::string path;
    friend bool operator==(const Event&, const Event&) = default;
};

/// Opens a connection. Session id 0 asks for a new session.
struct SessionRequest {
    std::int64_t lastZxid = 0; ///< the latest seen: a server behind it refuses
    std::int32_t timeoutMs = 10'000;
    std::int64_t sessionId = 0;
    std::string password{};
    bool isReadOnlyAllowed = false;
};
struct SessionReply {
    std::int32_t timeoutMs = 0; ///< as negotiated; 0: the session has expired
    std::int64_t sessionId = 0;
    std::string password{};
    bool isReadOnly = false;
};
[[nodiscard]] std::string sessionFrame(const SessionRequest& request);
/// nullopt if malformed.
[[nodiscard]] std::optional<SessionReply> readSessionReply(std::string_view payload);

/// Ping, CloseSession.
[[nodiscard]] std::string plainFrame(std::int32_t xid, Opcode opcode);
/// Sync.
[[nodiscard]] std::string pathFrame(std::int32_t xid, Opcode opcode, std::string_view path);
/// Exists, GetData, GetChildren2. With `isWatched`, the next change is an event.
[[nodiscard]] std::string readFrame(
    std::int32_t xid, Opcode opcode, std::string_view path, bool isWatched = false);
/// Persistent and recursive; since 3.6.
[[nodiscard]] std::string addWatchFrame(std::int32_t xid, std::string_view path);
/// Scheme "digest"; `login` is user:password.
[[nodiscard]] std::string authFrame(std::string_view login);
/// Open to everybody, as most programs' nodes.
[[nodiscard]] std::string createFrame(
    std::int32_t xid, std::string_view path, std::string_view data, CreateMode mode);
[[nodiscard]] std::string setDataFrame(
    std::int32_t xid, std::string_view path, std::string_view data, std::int32_t version);
[[nodiscard]] std::string deleteFrame(
    std::int32_t xid, std::string_view path, std::int32_t version);
struct Operation {
    Opcode opcode; ///< Create (an empty, persistent sequential node), Check or Delete
    std::string path;
};
[[nodiscard]] std::string multiFrame(std::int32_t xid, const std::vector<Operation>& operations);

struct ReplyHead {
    std::int32_t xid = 0;
    std::int64_t zxid = 0;
    std::int32_t code = 0;
};
/// Strips the head; nullopt if malformed.
[[nodiscard]] std::optional<ReplyHead> takeReplyHead(std::string_view& payload);

// nullopt if malformed.
[[nodiscard]] std::optional<NodeData> readNodeData(std::string_view payload);
[[nodiscard]] std::optional<NodeChildren> readNodeChildren(std::string_view payload);
[[nodiscard]] std::optional<Stat> readStat(std::string_view payload);
[[nodiscard]] std::optional<std::string> readPath(std::string_view payload);
[[nodiscard]] std::optional<Event> readEvent(std::string_view payload);

/// A code per operation of multiFrame(). If any is not 0, nothing is done: the first of these is
/// the failed operation's, later ones mean nothing.
[[nodiscard]] std::optional<std::vector<std::int32_t>> readMultiReply(std::string_view payload);

inline constexpr std::int32_t kUnimplemented = -6;
inline constexpr std::int32_t kNoNode = -101;
inline constexpr std::int32_t kNodeExists = -110;

[[nodiscard]] Error errorOf(std::int32_t code);
[[nodiscard]] Error missingRoot(std::string_view root, MasterId master);
/// If NoPermission, names the right and the node.
[[nodiscard]] Error withRight(Error error, std::string_view right, std::string_view path);

} // namespace lockkeeper::zookeeper
