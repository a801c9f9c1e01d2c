// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"
#include "core/observe/formats/format.h"

#include <algorithm>
#include <variant>

namespace lockkeeper::agent {

class FormatReader;
class WireReader;

/// Converts another host's steady times. A result is late by at most the two clocks' drift, so a
/// delayed message looks old. In whole milliseconds.
class ClockMatch {
public:
    using Offset = std::chrono::milliseconds;
    /// Clocks under NTP drift apart by at most one part in this many.
    static constexpr int kDriftParts = 1000;

    /// `sent`: by the sender's clock, read between `asked` and `received`.
    ClockMatch(SteadyTime sent, SteadyTime asked, SteadyTime received)
        : m_offset(between(sent, asked + (received - asked) / 2))
        , m_since(received)
    { }

    void note(SteadyTime sent, SteadyTime received)
    {
        const Offset seen = between(sent, received);
        m_late = std::max(seen - offset(received), Offset::zero());
        if (seen > offset(received))
            return;
        m_offset = seen;
        m_since = received;
    }
    /// To add to the sender's times.
    [[nodiscard]] Offset offset(SteadyTime now) const
    {
        return m_offset
            + std::chrono::duration_cast<Offset>(
                std::max(now - m_since, SteadyTime::duration::zero()) / kDriftParts);
    }
    /// Travel time of the latest message beyond the fastest one's.
    [[nodiscard]] Offset late() const noexcept { return m_late; }

private:
    static Offset between(SteadyTime sent, SteadyTime received)
    {
        return std::chrono::floor<Offset>(received - sent);
    }

    Offset m_offset;
    SteadyTime m_since;
    Offset m_late{0};
};

// The stream of `lockctl serve`. A frame has kind (one byte), length (four, highest first) and
// content. Both ends need the same version. No secrets: tokens are fingerprints, URLs have no
// passwords.

/// Increment it with each change of the format.
inline constexpr std::uint32_t kWireVersion = 14;
inline constexpr const char* kWireType = "application/vnd.lockkeeper.board";

/// An agent of several deployments has each below it.
inline constexpr std::string_view kDeploymentsPath = "/deployments";
[[nodiscard]] std::string pathOfDeployment(std::string_view name);

struct AgentMaster {
    MasterId id;
    std::string label; ///< MasterConfig::label()
    friend bool operator==(const AgentMaster&, const AgentMaster&) = default;
};

struct Hello {
    std::uint32_t version = kWireVersion;
    std::string run; ///< the sender's process, which numbers the updates
    SteadyTime sent{}; ///< by the sender's clock
    std::string name; ///< of the deployment
    config::DeploymentClass deploymentClass = config::DeploymentClass::Unclassified;
    bool isSandbox = false;
    std::vector<std::string> patterns{};
    std::chrono::milliseconds interval{1000};
    std::vector<AgentMaster> masters{};

    [[nodiscard]] static Hello of(
        const config::Deployment& deployment, std::string run, SteadyTime now);
};

struct SentUpdate {
    std::uint64_t number = 0; ///< the previous number plus one, unless isWhole
    bool isWhole = false;
    /// The waits are those of the message before. Never with isWhole.
    bool areWaitsKept = false;
    SteadyTime sent{};
    observe::BoardUpdate update;
};

[[nodiscard]] std::string writeHello(const Hello& hello);
/// A frame has at most some hundred locks.
[[nodiscard]] std::string writeUpdate(const SentUpdate& message);

/// Shares equal formats among locks.
class FormatShelf {
public:
    /// With a built-in format's functions, if it has this name.
    [[nodiscard]] observe::FormatPtr find(observe::Format told);

private:
    static constexpr std::size_t kMost = 1000; ///< more are not shared

    std::vector<observe::FormatPtr> m_formats;
};

/// Reads an untrusted stream up to its first mistake.
class BoardReader {
public:
    using Message = std::variant<Hello, SentUpdate>;
    static constexpr std::size_t kLongestFrame = std::size_t{64} * 1024 * 1024;
    static constexpr std::size_t kMostLocks = 4'000'000;

    explicit BoardReader(SteadyTime asked)
        : m_asked(asked)
    { }

    /// The complete messages, with times by our clock. After a failure (another version, or no such
    /// stream) read no more.
    [[nodiscard]] Result<std::vector<Message>> take(std::string_view bytes, SteadyTime now);
    [[nodiscard]] std::chrono::milliseconds late() const
    {
        return m_clocks ? m_clocks->late() : std::chrono::milliseconds(0);
    }

private:
    [[nodiscard]] bool takeFrame(
        char kind, std::string_view bytes, SteadyTime now, std::vector<Message>& messages);
    [[nodiscard]] bool takeHello(
        std::string_view bytes, SteadyTime now, std::vector<Message>& messages);
    [[nodiscard]] bool takeUpdate(std::string_view bytes, SteadyTime now);
    [[nodiscard]] bool takeLocks(std::string_view bytes, SteadyTime now);
    void finishUpdate(std::vector<Message>& messages);
    [[nodiscard]] bool readEntry(WireReader& wire, FormatReader& formats);

    SteadyTime m_asked;
    std::string m_bytes;
    std::optional<std::uint32_t> m_otherVersion;
    std::optional<ClockMatch> m_clocks;
    std::optional<SentUpdate> m_message;
    std::uint64_t m_framesLeft = 0;
    observe::MasterIds m_masters; ///< of the latest message, shared by its locks
    std::vector<SteadyTime> m_freshSince; ///< of m_masters: see Freshness
    FormatShelf m_formats;
};

} // namespace lockkeeper::agent
