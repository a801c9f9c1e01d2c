// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/wire_formats.h"
#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"

#include <algorithm>
#include <variant>

namespace lockkeeper::agent {

/// How far this host's steady clock is ahead of another host's, for times that the other host
/// sends. An estimate is never later than the truth by more than the drift of two clocks: what
/// comes late over the network looks old, not present. Not thread-safe.
///
/// In whole milliseconds: a time that the sender has rounded to one stays whole.
class ClockMatch {
public:
    using Offset = std::chrono::milliseconds;
    /// Two clocks that NTP adjusts drift apart by this part of the time at most.
    static constexpr int kDriftParts = 1000;

    /// The first message of a connection: the sender's clock was read between `asked` and
    /// `received`.
    ClockMatch(SteadyTime sent, SteadyTime asked, SteadyTime received)
        : m_offset(between(sent, asked + (received - asked) / 2))
        , m_since(received)
    { }

    /// Another message that was sent at `sent`, by the sender's clock.
    void note(SteadyTime sent, SteadyTime received)
    {
        const Offset seen = between(sent, received);
        m_late = std::max(seen - offset(received), Offset::zero());
        if (seen > offset(received))
            return;
        m_offset = seen;
        m_since = received;
    }
    /// To be added to the sender's times.
    [[nodiscard]] Offset offset(SteadyTime now) const
    {
        return m_offset
            + std::chrono::duration_cast<Offset>(
                std::max(now - m_since, SteadyTime::duration::zero()) / kDriftParts);
    }
    /// How much longer than others the latest message was under way.
    [[nodiscard]] Offset late() const noexcept { return m_late; }

private:
    static Offset between(SteadyTime sent, SteadyTime received)
    {
        return std::chrono::floor<Offset>(received - sent);
    }

    Offset m_offset; ///< at m_since
    SteadyTime m_since;
    Offset m_late{0};
};

// How `lockctl serve` passes its whole board to a window: a stream of frames, each a byte for its
// kind, four bytes for the length of the rest (the highest first), and the rest. Lockkeeper's own:
// both sides must have the same version. Nothing of it is secret: tokens are fingerprints, URLs
// have no passwords.

/// Grows with each change of what is written.
inline constexpr std::uint32_t kWireVersion = 10;
/// The media type of the stream.
inline constexpr const char* kWireType = "application/vnd.lockkeeper.board";

/// A master as the agent's deployment has it.
struct AgentMaster {
    MasterId id;
    std::string label; ///< MasterConfig::label()
    friend bool operator==(const AgentMaster&, const AgentMaster&) = default;
};

/// The first message of a stream: who sends it.
struct Hello {
    std::uint32_t version = kWireVersion;
    std::string run; ///< the name of the sender's process: numbers of updates are its own
    SteadyTime sent{}; ///< by the sender's clock
    std::string name; ///< of its deployment, as what follows
    config::DeploymentClass deploymentClass = config::DeploymentClass::Unclassified;
    bool isSandbox = false;
    std::vector<std::string> patterns{};
    std::chrono::milliseconds interval{1000};
    std::vector<AgentMaster> masters{};

    /// Of the deployment that an agent watches.
    [[nodiscard]] static Hello of(
        const config::Deployment& deployment, std::string run, SteadyTime now);
};

/// A message with changes, or with everything.
struct SentUpdate {
    std::uint64_t number = 0; ///< one more than that of the message before, unless isWhole
    bool isWhole = false; ///< `update.changed` are all locks: there are no others
    /// `update.waits` are those of the message before. Never with isWhole.
    bool areWaitsKept = false;
    SteadyTime sent{}; ///< by the sender's clock
    observe::BoardUpdate update;
};

/// The frames of a message.
[[nodiscard]] std::string writeHello(const Hello& hello);
/// Locks go into frames of at most some hundred each.
[[nodiscard]] std::string writeUpdate(const SentUpdate& message);

/// Reads a stream. What it is given may come from anybody: a stream with a mistake ends there. Not
/// thread-safe.
class BoardReader {
public:
    using Message = std::variant<Hello, SentUpdate>;
    /// A longer frame is a mistake.
    static constexpr std::size_t kLongestFrame = std::size_t{64} * 1024 * 1024;
    /// More locks in one message are a mistake.
    static constexpr std::size_t kMostLocks = 4'000'000;

    /// The stream was asked for at `asked`, by our clock.
    explicit BoardReader(SteadyTime asked)
        : m_asked(asked)
    { }

    /// Appends what was received at `now`, and returns the messages that are complete. The times of
    /// updates are those of our clock. Fails for a stream that is none, or has another version:
    /// take no more of it.
    [[nodiscard]] Result<std::vector<Message>> take(std::string_view bytes, SteadyTime now);
    /// How much longer than others the latest message was under way. See ClockMatch.
    [[nodiscard]] std::chrono::milliseconds late() const
    {
        return m_clocks ? m_clocks->late() : std::chrono::milliseconds(0);
    }

private:
    /// What a frame says; false for a mistake.
    [[nodiscard]] bool takeFrame(
        char kind, std::string_view bytes, SteadyTime now, std::vector<Message>& messages);
    [[nodiscard]] bool takeHello(
        std::string_view bytes, SteadyTime now, std::vector<Message>& messages);
    [[nodiscard]] bool takeUpdate(std::string_view bytes, SteadyTime now);
    [[nodiscard]] bool takeLocks(std::string_view bytes, SteadyTime now);
    void finishUpdate(std::vector<Message>& messages);
    [[nodiscard]] bool readEntry(WireReader& wire, FormatReader& formats);

    SteadyTime m_asked;
    std::string m_bytes; ///< of a frame that is not complete
    std::optional<std::uint32_t> m_otherVersion; ///< the stream's, if it is not ours
    std::optional<ClockMatch> m_clocks; ///< once the hello was read
    std::optional<SentUpdate> m_message; ///< whose locks are not complete
    std::uint64_t m_framesLeft = 0; ///< of m_message
    observe::MasterIds m_masters; ///< of the latest message, shared by its locks
    std::vector<SteadyTime> m_freshSince; ///< of these masters: see Freshness
    FormatShelf m_formats;
};

} // namespace lockkeeper::agent
