// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/formats/certainty.h"
#include "core/observe/formats/format.h"
#include "core/result.h"

namespace lockkeeper::observe {

struct Match {
    FormatPtr format;
    DecodedLock lock; ///< see withFormatDetails()
};

struct Assessment {
    std::optional<Match> match;
    CertaintyReason reason = CertaintyReason::NothingSaysLock;
};

/// A deployment's lock formats: which keys are locks, and how surely. Immutable, so thread-safe.
class FormatSet {
public:
    /// Tried in this order. Strings under `lockNames` (globs) are locks, whatever their value.
    FormatSet(Formats formats,
        std::vector<std::string> lockNames
        = {}); // NOLINT(google-explicit-constructor): a list of formats is a set

    /// Hinted formats, then the user's own, then built-in ones.
    ///
    /// - A hint applies whatever the key's name and TTL, without alternatives, if the value fits.
    ///   The first matching hint counts, but kNoLock before all.
    /// - A pattern names locks, unless it begins with a wildcard.
    /// - InvalidArgument: a hint to an unknown format, a missing or taken name or glob, a bad
    ///   regular expression.
    [[nodiscard]] static Result<FormatSet> of(const config::Deployment& deployment);

    /// The first format that recognises the reading.
    [[nodiscard]] std::optional<Match> match(const KeyReading& reading, WallTime now) const;

    /// For a string that replaced a lock's: any value counts. nullopt: no string, too long, or a
    /// hint denies the lock.
    [[nodiscard]] std::optional<Match> matchOverwritten(
        const KeyReading& reading, WallTime now) const;

    /// match() with its reason; slower.
    [[nodiscard]] Assessment assess(const KeyReading& reading, WallTime now) const;

    [[nodiscard]] std::optional<DecodedLock> recognise(
        const KeyReading& reading, WallTime now) const;

    /// The waiters' queue beside this lock; nullopt: none. For a missing key: any format's.
    [[nodiscard]] std::optional<WaitQueue> queueOf(const KeyReading& reading, WallTime now) const;
    /// Of such lists, for locks that begin with `prefix`.
    [[nodiscard]] std::vector<std::string> queuePrefixes(std::string_view prefix) const;
    [[nodiscard]] std::optional<std::string> lockOfQueue(std::string_view list) const;

    [[nodiscard]] const Formats& formats() const noexcept { return m_formats; }
    friend bool operator==(const FormatSet&, const FormatSet&) = default;

private:
    [[nodiscard]] std::optional<Match> matchAs(
        const KeyReading& reading, WallTime now, std::optional<NameHint> given) const;

    Formats m_formats;
    std::vector<std::string> m_lockNames; ///< globs
    std::vector<std::string> m_otherNames;
    std::vector<std::string> m_queuesBegin; ///< of all waiters' lists
};

/// In hints: keys that are no locks.
inline constexpr std::string_view kNoLock = "none";

/// Names for hints; user formats must not use these.
[[nodiscard]] std::vector<std::string> formatNames();

/// Built-in formats that read this value, those without need of a hint first. Slow.
[[nodiscard]] std::vector<std::string> formatsThatRead(const KeyReading& reading, WallTime now);

} // namespace lockkeeper::observe
